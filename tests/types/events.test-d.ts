// `on`: each type of event brings what it says.

import type { CloseReason, JsonValue, LoggingLevel, Session, SessionState } from "mcp-tether";
import { expectType } from "./expect.js";

declare const session: Session;

export const remove: () => void = session.on("toolschanged", () => {});
session.on("state", ({ state }) => expectType<SessionState>()(state));
session.on("resourceupdated", ({ uri }) => expectType<string>()(uri));
session.on("log", ({ level, data }) => {
  expectType<LoggingLevel>()(level);
  expectType<unknown>()(data);
});
session.on("stream", ({ state }) => expectType<"up" | "down" | "unsupported">()(state));
session.on("warning", ({ message }) => expectType<string>()(message));
session.on("authorization", ({ url, open }) => {
  expectType<string>()(url);
  expectType<void>()(open());
});
session.on("trace", ({ direction, bytes, message }) => {
  expectType<"out" | "in">()(direction);
  expectType<number>()(bytes);
  expectType<JsonValue>()(message);
});
session.on("close", ({ reason, error }) => {
  expectType<CloseReason>()(reason);
  expectType<boolean | undefined>()(error?.retrySafe);
});

// @ts-expect-error there is no such event
session.on("toolsChanged", () => {});
// @ts-expect-error a listener is a function
session.on("log", { handleEvent() {} });
