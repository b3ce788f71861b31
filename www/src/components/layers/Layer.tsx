import { useEffect, useRef, type ReactNode } from "react";
import { layer } from "../../state/layout.ts";
import "./Layer.css";

/** A native dialog: the focus stays in it, `Esc` closes it, and the focus goes back to where it was. */
export function Layer({ label, children }: { label: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      className="layer"
      ref={dialog}
      aria-label={label}
      onClose={() => layer.set("none")}
      onClick={(event) => {
        if (event.target === dialog.current) layer.set("none");
      }}
    >
      {children}
    </dialog>
  );
}
