// Turns samples into medians, ratios and a table.

import { CASES, CLIENTS, ERAS, LOAD } from "./cases.mjs";

const KINDS = ["wall", "cpu", "process"];
const HEADS = [
  "case",
  "bare: wall, CPU",
  "tether: wall, CPU",
  "sdk: wall, CPU",
  "tether / bare",
  "sdk / bare",
  "goal",
];

/** Gives one entry for each case and era that was measured: medians, ratios to the measure, the goal. */
export function summarize(samples) {
  const lines = [
    { ...LOAD, era: null },
    ...ERAS.flatMap((era) => CASES.map((one) => ({ ...one, era }))),
  ];
  return lines
    .map((line) => ({ ...line, own: samples.filter((one) => isOf(one, line)) }))
    .filter(({ own }) => own.length > 0)
    .map(({ work, title, era, goal, own }) => {
      const medians = Object.fromEntries(CLIENTS.map((client) => [client, mediansOf(own, client)]));
      const ratios = { tether: ratiosOf(own, "tether"), sdk: ratiosOf(own, "sdk") };
      return { work, title, era, goal, medians, ratios };
    });
}

/** Draws the summary as a table of Markdown. */
export function table(summary, sizes) {
  const lines = [HEADS, HEADS.map(() => "---"), ...summary.map(cellsOf)];
  const drawn = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const weights = Object.entries(sizes).map(([name, size]) => `${name} ${weightOf(size)}`);
  return `${drawn}\n\nBundles, with the bench's own harness: ${weights.join("; ")}.\n`;
}

function cellsOf({ title, era, goal, medians, ratios }) {
  const [[kind, bound]] = Object.entries(goal);
  const verdict = ratios.tether[kind] <= bound ? "met" : "missed";
  return [
    era === null ? title : `${title}, ${era}`,
    ...CLIENTS.map((client) => `${short(medians[client].wall)}, ${short(medians[client].cpu)} ms`),
    `${short(ratios.tether.wall)}, ${short(ratios.tether.cpu)}`,
    `${short(ratios.sdk.wall)}, ${short(ratios.sdk.cpu)}`,
    `${kind === "cpu" ? "CPU" : kind} ≤ ${bound}: ${verdict}`,
  ];
}

function isOf(sample, line) {
  return sample.work === line.work && sample.era === line.era;
}

function mediansOf(samples, client) {
  const own = samples.filter((one) => one.client === client);
  return fromKinds((kind) => median(own.map((one) => one[kind])));
}

/** The median of the ratios within each round, which a drift of the machine leaves alone. */
function ratiosOf(samples, client) {
  const own = samples.filter((one) => one.client === client);
  const measureIn = (round) => samples.find((one) => one.client === "bare" && one.round === round);
  return fromKinds((kind) =>
    median(own.map((one) => one[kind] / (one.measure ?? measureIn(one.round))[kind])),
  );
}

function fromKinds(valueOf) {
  return Object.fromEntries(KINDS.map((kind) => [kind, valueOf(kind)]));
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function short(number) {
  return number >= 100 ? number.toFixed(0) : number.toPrecision(3);
}

function weightOf({ raw, gzip, brotli }) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return `${kilobytes(raw)} (gzip ${kilobytes(gzip)}, brotli ${kilobytes(brotli)})`;
}
