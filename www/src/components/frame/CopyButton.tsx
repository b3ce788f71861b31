import { announce } from "../../state/announce.ts";
import { Icon } from "./Icon.tsx";

interface CopyButtonProps {
  /** What is copied, to begin a sentence: "Four header lines". */
  what: string;
  label: string;
  text: () => string;
}

export function CopyButton({ what, label, text }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      announce(`${what} copied.`);
    } catch {
      announce("The browser did not let this page copy.");
    }
  };
  return (
    <button
      className="icon-button"
      type="button"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <Icon name="copy" />
    </button>
  );
}
