import { current } from "../../state/board.ts";
import { layer } from "../../state/layout.ts";
import { Icon } from "./Icon.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import "./TopBar.css";

export function TopBar() {
  return (
    <header className="top-bar">
      <button
        className="top-bar-brand"
        type="button"
        onClick={() => current.set(null)}
        aria-label="tether switchboard, first page"
      >
        <Mark />
        tether <span>switchboard</span>
      </button>
      <button
        className="top-bar-find"
        type="button"
        onClick={() => layer.set("finder")}
        aria-keyshortcuts="Control+K"
      >
        <Icon name="search" />
        <span>Switch or find</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <button
        className="icon-button"
        type="button"
        onClick={() => layer.set("keys")}
        aria-label="Keyboard shortcuts"
      >
        <b className="mono" aria-hidden="true">
          ?
        </b>
      </button>
      <ThemeSwitch />
    </header>
  );
}

function Mark() {
  return (
    <svg className="top-bar-mark" width="26" height="18" viewBox="0 0 26 18" aria-hidden="true">
      <rect data-place="0" y="1" width="9" height="9" rx="2.6" />
      <path d="M9 5.500h3.500a3 3 0 0 1 3 3v1a3 3 0 0 0 3 3" />
      <rect data-place="1" x="17" y="8" width="9" height="9" rx="2.6" />
    </svg>
  );
}
