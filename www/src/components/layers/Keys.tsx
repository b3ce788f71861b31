import { layer, setSingleKeys, singleKeys } from "../../state/layout.ts";
import { useStore } from "../../state/useStore.ts";
import { Icon } from "../frame/Icon.tsx";
import { Layer } from "./Layer.tsx";
import "./Keys.css";

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [["Ctrl K"], "Switch server, or find a tool, a resource or a connection by its number"],
  [["Alt ↑", "Alt ↓"], "Previous or next server"],
  [["F6", "Shift F6"], "Next or previous region: servers, panel, trace"],
  [["/"], "Filter the list of this region"],
  [["↑", "↓", "Home", "End"], "Move in a list; ↵ opens"],
  [["←", "→"], "Move in tabs and in the strip of calls"],
  [["Ctrl ↵"], "Call"],
  [["Ctrl ."], "Cancel the call that you are looking at"],
  [["Esc"], "Close the topmost layer; never cancels a call"],
  [["T"], "Enlarge the trace, and back"],
  [["?"], "This list"],
];

/** The keyboard, and the switch for keys without Ctrl or Alt. */
export function Keys() {
  const single = useStore(singleKeys);
  return (
    <Layer label="Keyboard">
      <div className="keys">
        <div className="keys-head">
          <h2 className="heading">Keyboard</h2>
          <button
            className="icon-button"
            type="button"
            aria-label="Close"
            onClick={() => layer.set("none")}
          >
            <Icon name="cross" />
          </button>
        </div>
        <dl>
          {KEYS.map(([keys, words]) => (
            <div key={words}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <label className="check">
          <input
            type="checkbox"
            checked={single}
            onChange={(event) => setSingleKeys(event.target.checked)}
          />
          <span>Single keys (/, T, ?) do something outside of fields</span>
        </label>
      </div>
    </Layer>
  );
}
