import type { BlobResourceContents, TextResourceContents } from "mcp-tether";
import { formatBytes } from "../../lib/format.ts";
import { parseDocument, prettyJson } from "../../lib/json.ts";
import { fileName, saveFile } from "../../lib/links.ts";
import { base64Bytes, pictureUrl, soundUrl } from "../../lib/media.ts";
import { JsonText } from "./JsonText.tsx";
import { Picture } from "./Picture.tsx";
import { PlainText } from "./PlainText.tsx";
import { Sound } from "./Sound.tsx";
import "./ResourceContents.css";

type Contents = TextResourceContents | BlobResourceContents;

/** What is in a resource, with its address. */
export function ResourceContents({
  contents,
  serverName,
}: {
  contents: Contents;
  serverName: string;
}) {
  return (
    <div className="resource-contents">
      <p className="fact-line">
        <code className="foreign">{contents.uri}</code>
        {contents.mimeType !== undefined && <span className="foreign">{contents.mimeType}</span>}
        <span className="num">{formatBytes(sizeOf(contents))}</span>
      </p>
      <Body contents={contents} serverName={serverName} />
    </div>
  );
}

function Body({ contents, serverName }: { contents: Contents; serverName: string }) {
  if ("text" in contents) {
    const document = parseDocument(contents.text);
    if (document === undefined) return <PlainText text={contents.text} />;
    return <JsonText text={prettyJson(document)} label="Contents as JSON" />;
  }
  const { blob, mimeType = "", uri } = contents;
  if (pictureUrl(mimeType, blob) !== undefined)
    return <Picture data={blob} mimeType={mimeType} alt={undefined} from={serverName} />;
  if (soundUrl(mimeType, blob) !== undefined)
    return <Sound data={blob} mimeType={mimeType} from={serverName} />;
  return (
    <div className="resource-contents-blob">
      <p>Bytes that are neither text nor a picture that is shown here.</p>
      <button className="button small" type="button" onClick={() => saveBlob(uri, blob)}>
        Save as a file
      </button>
    </div>
  );
}

/** Saved without its type, so that nothing opens it by itself. */
function saveBlob(uri: string, blob: string): void {
  const bytes = Uint8Array.from(atob(blob.replace(/\s/g, "")), (character) =>
    character.charCodeAt(0),
  );
  saveFile(fileName(uri, "resource.bin"), [bytes], "application/octet-stream");
}

function sizeOf(contents: Contents): number {
  return "text" in contents
    ? new TextEncoder().encode(contents.text).length
    : base64Bytes(contents.blob);
}
