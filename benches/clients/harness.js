// What runs in the page: it opens a client and times one kind of work.

/**
 * Gives the page its `run`, over a client's `connect(url, era)`.
 *
 * A connection has `small()`, `rows(framing)`, `progress(onEvent)`, `list()`, `close()`.
 */
export function offer(connect) {
  globalThis.run = async (work, url, era, times) => {
    if (work === "open") return timeOpening(connect, url, era, times);
    const connection = await connect(url, era);
    await WORK[work](connection);
    const ms = await timed(times, () => WORK[work](connection));
    await connection.close();
    return ms;
  };
}

const WORK = {
  small: async (connection) => {
    check((await connection.small()).content.length, 1);
  },
  rowsJson: async (connection) => checkRows(await connection.rows("json")),
  rowsStream: async (connection) => checkRows(await connection.rows("stream")),
  progress: async (connection) => {
    let events = 0;
    await connection.progress(() => (events += 1));
    check(events, 1000);
  },
  list: async (connection) => {
    check((await connection.list()).tools.length, 1000);
  },
};

async function timeOpening(connect, url, era, times) {
  const connections = [];
  const ms = await timed(times, async () => {
    const connection = await connect(url, era);
    connections.push(connection);
    await connection.small();
  });
  await Promise.all(connections.map((connection) => connection.close()));
  return ms;
}

/** Gives the milliseconds that one turn takes, on average. */
async function timed(times, turn) {
  const begin = performance.now();
  for (let done = 0; done < times; done += 1) await turn();
  return (performance.now() - begin) / times;
}

function checkRows(result) {
  const { rows } = result.structuredContent;
  check(rows.at(-1).id, rows.length - 1);
}

function check(came, expected) {
  if (came !== expected) throw new Error(`expected ${expected}, and ${came} came`);
}
