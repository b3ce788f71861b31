import { useSyncExternalStore } from "react";
import "./OfflineBanner.css";

/** Whether the browser has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Ink, not red: nothing is broken. */
export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="alert">
      {!online && (
        <p className="offline-banner">
          <b>You are offline.</b> Servers on other machines cannot be reached. Lists and results
          that you have stay readable.
        </p>
      )}
    </div>
  );
}
