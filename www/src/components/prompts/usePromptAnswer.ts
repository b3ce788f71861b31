import type { GetPromptResult, Prompt } from "mcp-tether";
import { useState } from "react";
import { countOf, speakDuration } from "../../lib/format.ts";
import { announce } from "../../state/announce.ts";
import type { Connection } from "../../state/connection.ts";

/** A prompt's messages, as far as they have come. */
export type Answer =
  | { state: "asking" }
  | { state: "got"; result: GetPromptResult; took: number }
  | { state: "failed"; error: unknown };

type Values = Readonly<Record<string, string>>;

/** The latest answer to a prompt, and the way to ask for it; what is empty is not sent. */
export function usePromptAnswer(
  prompt: Prompt,
  connection: Connection,
): readonly [Answer | undefined, (values: Values) => Promise<void>] {
  const [answer, setAnswer] = useState<Answer>();
  const get = async (values: Values) => {
    const startedAt = performance.now();
    setAnswer({ state: "asking" });
    try {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
      const result = await connection.session.getPrompt({ name: prompt.name, arguments: given });
      const took = performance.now() - startedAt;
      setAnswer({ state: "got", result, took });
      const messages = countOf(result.messages.length, "message");
      announce(`${prompt.name} on ${connection.server.name}: ${messages}, ${speakDuration(took)}.`);
    } catch (error) {
      setAnswer({ state: "failed", error });
    }
  };
  return [answer, get];
}
