import type { Tool } from "mcp-tether";
import { announce } from "../state/announce.ts";
import type { Call } from "../state/calls.ts";
import { faceOf } from "./face.ts";
import { speakDuration } from "./format.ts";
import { fitsSchema } from "./validate.ts";

/** What a call came to, in a word for the strip. */
export function stripWords(call: Call, tool: Tool): { words: string; wrong: boolean } {
  const { outcome } = call;
  switch (outcome.state) {
    case "running":
      return { words: "running", wrong: false };
    case "cancelled":
      return { words: "cancelled", wrong: false };
    case "failed":
      return { words: "failed", wrong: true };
    case "answered":
      if (outcome.result.isError === true) return { words: "failed", wrong: true };
      if (!fitsSchema(tool, outcome.result)) return { words: "wrong shape", wrong: true };
      return { words: faceOf(outcome.result).words, wrong: false };
  }
}

/** Tells whoever listens what a call came to. Failures are told at once, by the message itself. */
export function announceOutcome(call: Call, server: string): void {
  const { outcome } = call;
  const took = speakDuration((call.endedAt ?? call.startedAt) - call.startedAt);
  if (outcome.state === "cancelled") announce(`${call.tool} on ${server}: cancelled.`);
  if (outcome.state !== "answered" || outcome.result.isError === true) return;
  announce(`${call.tool} on ${server}: ${faceOf(outcome.result).words}, ${took}.`);
}
