import { useId, useState } from "react";
import { moveInList, tabStop } from "../../lib/roving.ts";
import type { Listing } from "../../state/listing.ts";
import { ErrorMessage } from "../outcome/ErrorMessage.tsx";
import { Filter } from "./Filter.tsx";
import "./ItemList.css";

/** A row of a list, as the server named it. */
export interface Item {
  key: string;
  name: string;
  about?: string | undefined;
  /** Only what is an exception: "writes", "deletes". */
  note?: string | undefined;
}

/** A named part of a list. */
export interface ItemGroup {
  heading?: string;
  items: readonly Item[];
}

interface ItemListProps {
  /** What the rows are, in the plural: "tools". */
  noun: string;
  serverName: string;
  groups: readonly ItemGroup[];
  listing: Listing<unknown>;
  chosen: string | undefined;
  /** How long the list is good, in words. */
  freshness: string;
  onChoose: (key: string) => void;
  onReload: () => void;
}

/** Rows beyond this are shown when the person asks for them. */
const CUT = 200;

/** A list with a filter; in a narrow panel it folds to what is chosen. */
export function ItemList(props: ItemListProps) {
  const { noun, groups, listing, chosen, freshness, onChoose } = props;
  const [filter, setFilter] = useState("");
  const [unfolded, setUnfolded] = useState(false);
  const [whole, setWhole] = useState(false);
  const listId = useId();

  const found = groups.map((group) => ({
    ...group,
    items: group.items.filter((item) => matches(item, filter)),
  }));
  const total = sum(groups);
  const shown = whole ? found : cut(found, CUT);
  const rows = shown.flatMap((group) => group.items);
  const chosenIndex = rows.findIndex((item) => item.key === chosen);

  return (
    <div
      className="item-list"
      data-unfolded={unfolded || filter !== "" || chosen === undefined || undefined}
    >
      <div className="item-list-head">
        <Filter label={`Filter ${noun}`} value={filter} onChange={setFilter} />
        <div className="item-list-meta">
          <span className="num">
            {sum(found)} of {total}
          </span>
          <span>{stateWords(listing, freshness)}</span>
          <Fold noun={noun} listId={listId} unfolded={unfolded} onFold={setUnfolded} />
        </div>
      </div>
      {listing.state === "failed" && <FailedList {...props} />}
      <div id={listId} onKeyDown={moveInList}>
        {shown.map((group, at) => (
          <Group
            key={group.heading ?? at}
            group={group}
            label={group.heading ?? noun}
            chosen={chosen}
            stopAt={rows[Math.max(0, chosenIndex)]?.key}
            onChoose={(key) => {
              setUnfolded(false);
              onChoose(key);
            }}
          />
        ))}
      </div>
      {rows.length < sum(found) && (
        <button
          className="button small item-list-more"
          type="button"
          onClick={() => setWhole(true)}
        >
          Show all {sum(found)}
        </button>
      )}
      {sum(found) === 0 && <p className="item-list-none">{emptyWords(props, total)}</p>}
    </div>
  );
}

interface FoldProps {
  noun: string;
  listId: string;
  unfolded: boolean;
  onFold: (unfolded: boolean) => void;
}

/** Stands only in a narrow panel. */
function Fold({ noun, listId, unfolded, onFold }: FoldProps) {
  return (
    <button
      className="item-list-fold"
      type="button"
      aria-expanded={unfolded}
      aria-controls={listId}
      onClick={() => onFold(!unfolded)}
    >
      {unfolded ? "Fold" : `All ${noun}`}
    </button>
  );
}

function FailedList({ noun, listing, serverName, onReload }: ItemListProps) {
  return (
    <div className="item-list-failed">
      <ErrorMessage error={listing.error} serverName={serverName} />
      <button className="button small" type="button" onClick={onReload}>
        Load the {noun} from {serverName} again
      </button>
    </div>
  );
}

interface GroupProps {
  group: ItemGroup;
  label: string;
  chosen: string | undefined;
  stopAt: string | undefined;
  onChoose: (key: string) => void;
}

function Group({ group, label, chosen, stopAt, onChoose }: GroupProps) {
  if (group.items.length === 0) return null;
  return (
    <>
      {group.heading !== undefined && <p className="label item-list-heading">{group.heading}</p>}
      <ul className="item-list-rows" aria-label={label}>
        {group.items.map((item) => (
          <li key={item.key}>
            <button
              type="button"
              className="item"
              data-roving
              tabIndex={tabStop(item.key === stopAt ? 0 : 1, 0)}
              aria-current={item.key === chosen ? "true" : undefined}
              onClick={() => onChoose(item.key)}
            >
              <span className="item-name foreign">{item.name}</span>
              {item.note !== undefined && <span className="item-note">{item.note}</span>}
              {item.about !== undefined && <span className="item-about foreign">{item.about}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function matches(item: Item, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  if (wanted === "") return true;
  return `${item.name} ${item.about ?? ""} ${item.key}`.toLowerCase().includes(wanted);
}

function sum(groups: readonly ItemGroup[]): number {
  return groups.reduce((count, group) => count + group.items.length, 0);
}

function cut(groups: readonly ItemGroup[], most: number): ItemGroup[] {
  let left = most;
  return groups.map((group) => {
    const items = group.items.slice(0, Math.max(0, left));
    left -= items.length;
    return { ...group, items };
  });
}

function stateWords({ state, items }: Listing<unknown>, freshness: string): string {
  if (state !== "loading") return freshness;
  return items.length > 0 ? "loading again" : "loading";
}

function emptyWords({ noun, listing, serverName }: ItemListProps, total: number): string {
  if (listing.state === "loading") return `Loading the ${noun} of ${serverName}.`;
  if (listing.state === "none") return `${serverName} offers no ${noun}.`;
  if (total > 0) return `Nothing among the ${noun} matches.`;
  return listing.state === "failed" ? "" : `${serverName} has no ${noun} at present.`;
}
