// Draws a bar chart as a PNG, with nothing but zlib.
import { crc32, deflateSync } from "node:zlib";

const WIDTH = 360;
const HEIGHT = 180;
const PAPER = [250, 250, 247];
const INK = [40, 44, 52];
const BARS = [
  [61, 108, 196],
  [196, 140, 44],
  [130, 86, 178],
  [38, 148, 140],
  [92, 148, 66],
];

/** Draws one bar per number and gives the PNG's bytes. */
export function barChart(values) {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  fill(pixels, 0, 0, WIDTH, HEIGHT, PAPER);
  const top = Math.max(...values, 1);
  const slot = Math.floor((WIDTH - 40) / Math.max(values.length, 1));
  values.forEach((value, i) => {
    const height = Math.round((value / top) * (HEIGHT - 40));
    fill(pixels, 24 + i * slot, HEIGHT - 20 - height, slot - 12, height, BARS[i % BARS.length]);
  });
  fill(pixels, 16, HEIGHT - 20, WIDTH - 32, 2, INK);
  return png(pixels);
}

function fill(pixels, left, top, width, height, colour) {
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) pixels.set(colour, (y * WIDTH + x) * 3);
  }
}

function png(pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits a channel, RGB
  const lines = [];
  for (let y = 0; y < HEIGHT; y++) {
    lines.push(Buffer.from([0]), pixels.subarray(y * WIDTH * 3, (y + 1) * WIDTH * 3));
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(lines))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
