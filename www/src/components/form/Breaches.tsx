import { pointer, type Breach } from "../../lib/validate.ts";
import "./Breaches.css";

interface BreachesProps {
  breaches: readonly Breach[];
  unreadable: string | undefined;
  onSendAnyway: () => void;
}

/** What keeps a call from being sent. A server is sometimes to be tested with what its schema forbids. */
export function Breaches({ breaches, unreadable, onSendAnyway }: BreachesProps) {
  return (
    <div role="alert">
      {unreadable !== undefined && <p className="wrong-word">{unreadable}</p>}
      {unreadable === undefined && breaches.length > 0 && (
        <div className="breaches">
          <p>
            {breaches.length === 1
              ? "One thing to correct:"
              : `${breaches.length} things to correct:`}
          </p>
          <ul>
            {breaches.slice(0, 8).map(({ path, words }, index) => (
              <li key={index}>
                <code className="foreign">{pointer(path)}</code> {words}
              </li>
            ))}
          </ul>
          <button className="button small" type="button" onClick={onSendAnyway}>
            Send it as it is
          </button>
        </div>
      )}
    </div>
  );
}
