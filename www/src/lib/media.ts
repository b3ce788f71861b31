// SVG is left out on purpose: it is a document, not a picture.
const PICTURES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);
const SOUNDS = new Set([
  "audio/aac",
  "audio/flac",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/webm",
  "audio/x-wav",
]);
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

function mediaUrl(allowed: ReadonlySet<string>, mimeType: string, data: string) {
  const type = essence(mimeType);
  if (!allowed.has(type) || !BASE64.test(data)) return undefined;
  return `data:${type};base64,${data}`;
}

/** A MIME type without its parameters, in lower case. */
export function essence(mimeType: string): string {
  return (mimeType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** A `data:` URL for a picture of an allowed type; `undefined` for everything else. */
export const pictureUrl = (mimeType: string, data: string) => mediaUrl(PICTURES, mimeType, data);

/** A `data:` URL for a sound of an allowed type; `undefined` for everything else. */
export const soundUrl = (mimeType: string, data: string) => mediaUrl(SOUNDS, mimeType, data);

/** How many bytes a base64 text stands for. */
export function base64Bytes(data: string): number {
  const length = data.replace(/\s/g, "").length;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((length * 3) / 4) - padding);
}
