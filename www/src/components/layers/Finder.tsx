import { useId, useMemo, useState, type KeyboardEvent } from "react";
import { connections, switchTo } from "../../state/board.ts";
import { layer } from "../../state/layout.ts";
import { servers } from "../../state/servers.ts";
import { useStore } from "../../state/useStore.ts";
import { Icon } from "../frame/Icon.tsx";
import { Plug } from "../frame/Plug.tsx";
import { findings, matching, type Finding } from "./findings.ts";
import { Layer } from "./Layer.tsx";
import "./Finder.css";

const MOST_SHOWN = 50;

/** Switches to a server, or finds a tool, a resource, a prompt or a connection by its number. */
export function Finder() {
  const id = useId();
  const list = useStore(servers);
  const live = useStore(connections);
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const all = useMemo(() => findings(list, live), [list, live]);
  const found = matching(all, text).slice(0, MOST_SHOWN);
  const open = (finding: Finding | undefined) => {
    if (finding === undefined) return;
    layer.set("none");
    switchTo(finding.server.id);
    finding.open();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setActive(Math.min(found.length - 1, active + 1));
    else if (event.key === "ArrowUp") setActive(Math.max(0, active - 1));
    else if (event.key === "Enter") open(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Layer label="Switch or find">
      <div className="finder-field">
        <Icon name="search" />
        <label className="visually-hidden" htmlFor={id}>
          Server, tool, resource or number
        </label>
        <input
          id={id}
          autoFocus
          placeholder="Server, tool, resource or number"
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={found[active] === undefined ? undefined : `${id}-${active}`}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      <ul className="finder-list" id={`${id}-list`} role="listbox" aria-label="Results">
        {found.map((finding, index) => (
          <FindingRow
            key={finding.key}
            id={`${id}-${index}`}
            finding={finding}
            active={index === active}
            onOpen={open}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="finder-none">Nothing matches.</p>}
    </Layer>
  );
}

interface FindingRowProps {
  id: string;
  finding: Finding;
  active: boolean;
  onOpen: (finding: Finding) => void;
}

function FindingRow({ id, finding, active, onOpen }: FindingRowProps) {
  const { name, kind, plug, number, words, server } = finding;
  const follow = (element: HTMLLIElement | null) => {
    if (active) element?.scrollIntoView({ block: "nearest" });
  };
  return (
    <li
      id={id}
      role="option"
      aria-selected={active}
      ref={follow}
      data-place={server.place}
      onClick={() => onOpen(finding)}
    >
      <Plug state={plug} number={number} size="small" />
      <span className={kind === "server" ? "foreign" : "mono foreign"}>{name}</span>
      <span className="finder-kind foreign">{words}</span>
    </li>
  );
}
