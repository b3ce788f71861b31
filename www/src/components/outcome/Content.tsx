import type { ContentBlock } from "mcp-tether";
import { parseDocument, prettyJson } from "../../lib/json.ts";
import type { Connection } from "../../state/connection.ts";
import { JsonText } from "./JsonText.tsx";
import { Picture } from "./Picture.tsx";
import { PlainText } from "./PlainText.tsx";
import { ResourceContents } from "./ResourceContents.tsx";
import { ResourceLink } from "./ResourceLink.tsx";
import { Sound } from "./Sound.tsx";
import "./Content.css";

/** What a result, or a message of a prompt, is made of. */
export function Content({
  blocks,
  connection,
}: {
  blocks: readonly ContentBlock[];
  connection: Connection;
}) {
  if (blocks.length === 0) return <p className="dim">The answer has no content.</p>;
  return (
    <div className="content">
      {blocks.map((block, index) => (
        <div key={index} className="box from">
          <Block block={block} connection={connection} />
        </div>
      ))}
    </div>
  );
}

/** One part, without a frame. */
export function Block({ block, connection }: { block: ContentBlock; connection: Connection }) {
  switch (block.type) {
    case "text":
      return <PlainText text={block.text} />;
    case "image":
      return (
        <Picture
          data={block.data}
          mimeType={block.mimeType}
          alt={altOf(block)}
          from={connection.server.name}
        />
      );
    case "audio":
      return <Sound data={block.data} mimeType={block.mimeType} from={connection.server.name} />;
    case "resource_link":
      return <ResourceLink link={block} connection={connection} />;
    case "resource":
      return <ResourceContents contents={block.resource} serverName={connection.server.name} />;
    default:
      return <Unknown block={block} />;
  }
}

/** A kind of content that a newer server may know. */
function Unknown({ block }: { block: unknown }) {
  const text = prettyJson(block);
  return parseDocument(text) === undefined ? (
    <PlainText text={text} />
  ) : (
    <JsonText text={text} label="Content as JSON" />
  );
}

function altOf({ _meta }: { _meta?: Readonly<Record<string, unknown>> }): string | undefined {
  const alt = _meta?.["alt"] ?? _meta?.["altText"];
  return typeof alt === "string" ? alt : undefined;
}
