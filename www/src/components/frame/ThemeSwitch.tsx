import { setTheme, theme, type Theme } from "../../state/layout.ts";
import { useStore } from "../../state/useStore.ts";
import { Icon, type IconName } from "./Icon.tsx";
import "./ThemeSwitch.css";

const CHOICES: readonly (readonly [Theme, string, IconName])[] = [
  ["light", "Light", "sun"],
  ["system", "As the system", "half"],
  ["dark", "Dark", "moon"],
];

export function ThemeSwitch() {
  const chosen = useStore(theme);
  return (
    <div className="theme-switch" role="group" aria-label="Colours">
      {CHOICES.map(([choice, words, icon]) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === chosen}
          aria-label={words}
          title={words}
          onClick={() => setTheme(choice)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}
