import { countOf } from "./format.ts";
import { isMcpError, type McpError, type McpErrorCode } from "mcp-tether";

/** An error as a person can use it. */
export interface Explanation {
  /** What happened, without blame. */
  heading: string;
  /** Why, if known. */
  why: string;
  /** What to do, and by whom. */
  remedy: string;
  /** The server's own words, quoted. */
  quote?: string;
  /** Whether it may have acted, for a call. */
  acted?: string;
  facts: readonly (readonly [name: string, value: string])[];
}

type Words = Pick<Explanation, "heading" | "remedy"> & { why?: string };
type Wording = (error: McpError, server: string) => Words;

/** Puts an error into words. `server` is the server's name on the board. */
export function explain(error: unknown, server: string): Explanation {
  if (!isMcpError(error)) return explainOther(error);
  const { heading, remedy, why } = wordsFor(error, server);
  const quote = error.rpc?.message ?? error.http?.body?.slice(0, 400);
  return {
    heading,
    why: why ?? sentence(error.message),
    remedy,
    ...(quote ? { quote } : {}),
    ...(error.method === "tools/call" ? { acted: actedWords(error) } : {}),
    facts: factsOf(error),
  };
}

/** What came of one way of connecting. */
export interface Attempt {
  step: string;
  words: string;
}

const ATTEMPT = /; (discover|initialize|initialized|http\+sse): /;

/** The ways of connecting that an error tells about, in order; none when it tells about one thing. */
export function attemptsOf(error: unknown): readonly Attempt[] {
  const [, ...parts] = isMcpError(error) ? error.message.split(ATTEMPT) : [];
  return parts.flatMap((step, index) =>
    index % 2 === 0 ? [{ step, words: sentence(parts[index + 1] ?? "") }] : [],
  );
}

/** The library's messages are parts of a sentence; people get whole ones. */
function sentence(text: string): string {
  return text === ""
    ? ""
    : `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}

function explainOther(error: unknown): Explanation {
  return {
    heading: "This page met an error of its own",
    why: error instanceof Error ? error.message : String(error),
    remedy: "Load the page again. If it comes back, report it with what you did before.",
    facts: [],
  };
}

function wordsFor(error: McpError, server: string): Words {
  if (error.code === "NETWORK" && !navigator.onLine) return OFFLINE;
  const words = WORDS[error.code](error, server);
  if (attemptsOf(error).length === 0) return words;
  const why = "Each way of connecting was tried; what came of it stands beside.";
  return NO_SERVER.has(error.code) ? { ...noServer(server), why } : { why, ...words };
}

/** When every way ends in one of these, most likely no server of the protocol is there. */
const NO_SERVER: ReadonlySet<McpErrorCode> = new Set<McpErrorCode>([
  "HTTP_ERROR",
  "STREAM_ENDED",
  "EMPTY_RESPONSE",
  "INVALID_MESSAGE",
]);

const noServer = (server: string): Words => ({
  heading: "No MCP server answered at this address",
  remedy: `Look whether the address is complete; most end in /mcp. If it is, tell whoever runs ${server}; the trace shows what came.`,
});

const OFFLINE: Words = {
  heading: "You are offline",
  why: "The browser has no network connection.",
  remedy: "Nothing is sent and nothing is queued. What you have stays readable.",
};

const WORDS: Readonly<Record<McpErrorCode, Wording>> = {
  CORS: (error, server) => ({
    heading: corsHeading(error.missing),
    remedy: `Only the owner of ${server} can change that: the lines below have to be among its response headers.`,
  }),
  NETWORK: (_error, server) => ({
    heading: "The server cannot be reached",
    remedy: `Look whether the address is right and ${server} is running. A server that does not allow pages of other sites looks the same from here.`,
  }),
  SESSION_EXPIRED: () => ({
    heading: "The server ended this session",
    remedy: "Connect again. The new connection gets a new number.",
  }),
  STALE_CONNECTION: (error) => ({
    heading: `This tool came from connection ${error.connectionId ?? "that"}, which has ended`,
    remedy: "Open it on the new connection.",
  }),
  TIMED_OUT: (error) => ({
    heading: silenceWords(error),
    remedy:
      "It may still run on the server. Look there before you send it again, or wait and try later.",
  }),
  CANCELLED_BY_SERVER: (_error, server) => ({
    heading: "The server gave this up",
    remedy: `Ask whoever runs ${server} why, or send it again.`,
  }),
  RPC_ERROR: (error, server) => ({
    heading: "The server refused the call",
    why: "It answered with an error of the protocol, not with a result.",
    remedy: /session/i.test(error.rpc?.message ?? "")
      ? "It may have been restarted: disconnect and connect again."
      : `Correct what it names and send it again. If you cannot, tell whoever runs ${server}.`,
  }),
  HTTP_ERROR: (error, server) => ({
    heading: `The server answered ${error.http?.status ?? "with an error"}${error.http?.statusText ? ` ${error.http.statusText}` : ""}`,
    remedy: httpRemedy(error.http?.status, server),
  }),
  STREAM_ENDED: () => ({
    heading: "The answer broke off",
    remedy:
      "The connection to the server was lost while it answered. Send it again if that does no harm.",
  }),
  EMPTY_RESPONSE: (_error, server) => ({
    heading: "The server took the request and answered nothing",
    remedy: `Tell whoever runs ${server}: a request needs an answer.`,
  }),
  INVALID_MESSAGE: (_error, server) => ({
    heading: "The server's answer is not a message of the protocol",
    remedy: `Look whether this is the address of an MCP server. If it is, tell whoever runs ${server}; the trace shows what came.`,
  }),
  INVALID_OUTPUT: (_error, server) => ({
    heading: "This result does not match the tool's own output schema",
    remedy: `Tell whoever runs ${server}.`,
  }),
  LIMIT_EXCEEDED: () => ({
    heading: "The answer was larger than this page accepts",
    remedy: "Ask for less, for instance with a limit or a filter.",
  }),
  UNSUPPORTED_VERSION: (_error, server) => ({
    heading: `${server} speaks another version`,
    remedy: "Connect again with the protocol set to automatic, or pin a version that it speaks.",
  }),
  NOT_SUPPORTED: (_error, server) => ({
    heading: `${server} does not offer this`,
    remedy: "Another version of the protocol may have it: pin one and connect again.",
  }),
  AUTHORIZATION_REQUIRED: (_error, server) => ({
    heading: "Sign in to go on",
    why: `${server} lets nobody in who does not say who they are (401).`,
    remedy: "Enter a token that it gave you, or a header, and connect again.",
  }),
  AUTHORIZATION_FAILED: (_error, server) => ({
    heading: `${server} did not accept the sign-in`,
    remedy: "Look whether the token is complete and still good, then connect again.",
  }),
  CONSENT_REQUIRED: (_error, server) => ({
    heading: `${server} needs your permission for this`,
    remedy: "Give it, and call again.",
  }),
  INPUT_REQUIRED: (_error, server) => ({
    heading: `${server} asks a question that this page cannot show yet`,
    remedy: "Call it from a program that can answer.",
  }),
  INVALID_ARGUMENT: () => ({
    heading: "This could not be sent as it stands",
    remedy: "Correct what the sentence above names.",
  }),
  CLOSED: () => ({
    heading: "The connection ended before the answer came",
    remedy: "Connect again. The new connection gets a new number.",
  }),
  STORAGE: () => ({
    heading: "The browser's storage failed",
    remedy: "Free some space, or leave the private window.",
  }),
};

function silenceWords({ message }: McpError): string {
  const ms = Number(/(\d+) ms/.exec(message)?.[1]);
  return Number.isFinite(ms)
    ? `No sign of life for ${countOf(Math.round(ms / 1000), "second")}`
    : "No sign of life";
}

function httpRemedy(status: number | undefined, server: string): string {
  if (status === 401 || status === 403)
    return `${server} wants a token, or another one. Enter it and connect again.`;
  if (status === 404 || status === 405)
    return "Look whether the address is complete; most end in /mcp.";
  if (status === 429) return `${server} has had too many requests. Wait a little, then try again.`;
  return `Something failed on the server. Tell whoever runs ${server}; the trace shows what came.`;
}

function actedWords(error: McpError): string {
  return error.retrySafe
    ? "It did not run: sending it again is harmless."
    : "It may have run. It was not repeated; look on the server before you send it again.";
}

function factsOf(error: McpError): Explanation["facts"] {
  const facts: [string, string | undefined][] = [
    ["Code", error.code],
    ["Method", error.method],
    ["Step", error.step],
    ["Address", error.url],
    ["Missing", error.missing],
    ["Server's code", error.rpc === undefined ? undefined : String(error.rpc.code)],
    ["Message", error.message],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

/** A word for the rail and the strip. */
export function shortWord(error: unknown): string {
  if (!isMcpError(error)) return "failed";
  if (error.code === "CORS") return "blocked by CORS";
  if (error.code === "NETWORK") return "out of reach";
  if (error.code === "AUTHORIZATION_REQUIRED") return "needs your sign-in";
  if (error.code === "UNSUPPORTED_VERSION") return "speaks another version";
  return "could not connect";
}

function corsHeading(missing: string | undefined): string {
  if (missing === undefined || /^access-control-allow-origin/i.test(missing)) {
    return "The server answered, but your browser may not read it";
  }
  if (/^access-control-allow-headers/i.test(missing)) {
    return "The server does not let your browser send what it needs";
  }
  return "The server answered, but your browser may not read one header";
}
