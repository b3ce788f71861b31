/** A list that a server gave, as far as it is there. */
export interface Listing<T> {
  /** "none": the server does not offer it. Rows stay while it is loaded again. */
  state: "none" | "loading" | "ready" | "failed";
  items: readonly T[];
  loadedAt?: number;
  error?: unknown;
}

export const NOT_OFFERED: Listing<never> = { state: "none", items: [] };
