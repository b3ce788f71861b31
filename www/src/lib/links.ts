/** A web address that a person may be offered to open; `undefined` for every other scheme. */
export function webAddress(uri: string): URL | undefined {
  const url = URL.parse(uri);
  if (url === null) return undefined;
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

/** Opens a web address in a new tab that knows nothing of this page. */
export function openInNewTab(url: URL): void {
  window.open(url.href, "_blank", "noopener,noreferrer");
}

/** Hands a text over as a file of the person's own. */
export function saveFile(name: string, parts: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The last part of an address as a harmless file name. */
export function fileName(uri: string, fallback: string): string {
  const last = uri.split(/[/\\?#]/).findLast((part) => part !== "") ?? "";
  return (
    last
      .replace(/[^\w.-]+/g, "_")
      .replace(/^\.+/, "")
      .slice(0, 80) || fallback
  );
}
