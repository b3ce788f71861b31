/** Makes a function that runs `action` once in the next frame, however often it is called before. */
export function perFrame(action: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      action();
    });
  };
}
