// What a host does first: load, connect, call a tool, close.

/** Calls `echo` on the server at `url` with the library `tether`, and says what was seen. */
export async function callOnce(tether, url) {
  await tether.default();
  const session = new tether.Session(
    { id: "demo", url },
    { clientInfo: { name: "tarball-test", version: "1.0.0" } },
  );
  const { era, protocolVersion } = await session.ready;
  const result = await session.callTool({ name: "echo", arguments: { message: "hello" } });
  await session.close();
  return { era, protocolVersion, text: result.content[0].text, state: session.state };
}
