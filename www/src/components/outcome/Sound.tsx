import { formatBytes } from "../../lib/format.ts";
import { base64Bytes, soundUrl } from "../../lib/media.ts";
import "./Picture.css";
import "./Sound.css";

/** A sound that came inside a message; it plays when the person says so. */
export function Sound({ data, mimeType, from }: { data: string; mimeType: string; from: string }) {
  const url = soundUrl(mimeType, data);
  const bytes = formatBytes(base64Bytes(data));
  if (url === undefined) {
    return (
      <p className="picture-refused">
        This kind of sound is not played: <code className="foreign">{mimeType}</code>, {bytes}.
      </p>
    );
  }
  return (
    <div className="sound">
      <audio controls src={url} aria-label={`Sound from ${from}`} />
      <p className="fact-line">
        <span className="foreign">{mimeType}</span>
        <span className="num">{bytes}</span>
      </p>
    </div>
  );
}
