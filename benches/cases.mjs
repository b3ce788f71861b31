// What is measured, and what it may cost.

/** The clients, the measure first. */
export const CLIENTS = ["bare", "tether", "sdk"];

export const ERAS = ["modern", "legacy"];

/**
 * `work` names what the page does, `times` how often in one round; `goal` bounds one of
 * the two ratios to the bare client.
 */
export const CASES = [
  { work: "open", title: "open and first call", times: 20, goal: { wall: 3 } },
  { work: "small", title: "small call", times: 200, goal: { cpu: 1.1 } },
  { work: "rowsJson", title: "1 MB of rows, JSON", times: 10, goal: { cpu: 1.1 } },
  { work: "rowsStream", title: "1 MB of rows, event stream", times: 10, goal: { cpu: 1.1 } },
  { work: "progress", title: "1 000 progress events", times: 10, goal: { cpu: 2 } },
  { work: "list", title: "list of 1 000 tools", times: 10, goal: { cpu: 1.2 } },
];

/** Loading has no era; its measure is to fetch the same files and do nothing with them. */
export const LOAD = { work: "load", title: "load", times: 1, goal: { wall: 1.8 } };
