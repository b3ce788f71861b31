/** Words a size in bytes: "412 B", "4.2 kB", "1.3 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Words a length of time in milliseconds: "0.4 ms", "31 ms", "1.18 s", "1:05". */
export function formatDuration(ms: number): string {
  if (ms < 1) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  return formatMinutes(ms);
}

/** Words a length of time as minutes and seconds: "0:22". */
export function formatMinutes(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Words a length of time for a screen reader: "1.18 seconds", "31 milliseconds". */
export function speakDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} milliseconds`;
  return `${(ms / 1000).toFixed(2)} seconds`;
}

/** Words a moment in the reader's own day: "12:52:07.114". */
export function formatClock(epochMs: number): string {
  const at = new Date(epochMs);
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => pad(part, 2));
  return `${time.join(":")}.${pad(at.getMilliseconds(), 3)}`;
}

/** Counts things: "1 tool", "9 tools". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Shortens a text to one line of at most `length` characters. */
export function oneLine(text: string, length = 120): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
