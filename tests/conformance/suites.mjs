// Which scenarios there are, on which wire each suite version plays them, and
// what has to be seen before a pass counts.

/** A run of one suite version at one revision of the protocol. */
export const LEGS = {
  // The 0.1 line has one wire (initialize) and takes no revision.
  "016": { suite: "conformance-016" },
  "020-2025-06": { suite: "conformance-020", wire: "2025-06-18" },
  "020-2025": { suite: "conformance-020", wire: "2025-11-25", oldest: "2025-03-26" },
  "020-2026": { suite: "conformance-020", wire: "2026-07-28" },
};

/** What the project claims to pass today: the default selection. */
const SUPPORTED = [
  "initialize",
  "tools_call",
  "sse-retry",
  "request-metadata",
  "http-standard-headers",
  "http-custom-headers",
  "http-invalid-tool-headers",
  "elicitation-sep1034-client-defaults",
  "sep-2322-client-request-state",
  "json-schema-ref-no-deref",
  "json-schema-2020-12-preservation",
];

export const GROUPS = {
  supported: (scenario) => SUPPORTED.includes(scenario),
  core: (scenario) => !scenario.startsWith("auth/") && !scenario.startsWith("sep-2640-"),
  auth: (scenario) => scenario.startsWith("auth/"),
  skills: (scenario) => scenario.startsWith("sep-2640-"),
};

/**
 * Gives the suite's flags with which a scenario runs in a leg, or undefined
 * when it has no place there. `tags` are the revisions that the suite lists.
 */
export function flagsFor(leg, tags) {
  if (!leg.wire) return [];
  if (tags.includes(leg.wire)) return ["--spec-version", leg.wire];
  if (leg.oldest && tags.includes(leg.oldest)) return ["--spec-version", leg.oldest];
  if (tags.includes("extension") && leg.wire >= "2025-11-25") {
    return ["--spec-version", leg.wire, "--force"];
  }
  return undefined;
}

const succeeded = (checks, name) => checks.some((c) => c.name === name && c.status === "SUCCESS");
const seen = (checks, id) => checks.some((check) => check.id === id);

/**
 * Scenarios that look for the absence of a bad request, so that a client that
 * does nothing would pass them. A pass counts only with this evidence.
 */
export const EVIDENCE = {
  "auth/resource-mismatch": (checks) => seen(checks, "prm-pathbased-requested"),
  "auth/metadata-issuer-mismatch": (checks) => seen(checks, "authorization-server-metadata"),
  "http-standard-headers": (checks) =>
    ["tools_call", "resources_read", "prompts_get"].every(
      (kind) =>
        succeeded(checks, `ClientMcpMethodHeader_${kind}`) &&
        succeeded(checks, `ClientMcpNameHeader_${kind}`),
    ),
};
