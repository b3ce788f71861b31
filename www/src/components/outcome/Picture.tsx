import { useState } from "react";
import { formatBytes } from "../../lib/format.ts";
import { base64Bytes, pictureUrl } from "../../lib/media.ts";
import "./Picture.css";

interface PictureProps {
  data: string;
  mimeType: string;
  /** The server's alternative text, if it gave one. */
  alt: string | undefined;
  from: string;
}

/** A picture that came inside a message; nothing is loaded from elsewhere. */
export function Picture({ data, mimeType, alt, from }: PictureProps) {
  const [size, setSize] = useState<string>();
  const [broken, setBroken] = useState(false);
  const url = pictureUrl(mimeType, data);
  const bytes = formatBytes(base64Bytes(data));
  if (url === undefined || broken) {
    return (
      <p className="picture-refused">
        {broken ? "This picture could not be decoded" : "This kind of picture is not shown"}:{" "}
        <code className="foreign">{mimeType}</code>, {bytes}.
      </p>
    );
  }
  return (
    <figure className="picture">
      <img
        src={url}
        alt={alt ?? `Picture from ${from}, without an alternative text`}
        onLoad={(event) =>
          setSize(`${event.currentTarget.naturalWidth} × ${event.currentTarget.naturalHeight}`)
        }
        onError={() => setBroken(true)}
      />
      <figcaption className="fact-line">
        <span className="foreign">
          {mimeType}
          {size !== undefined && `, ${size}`}
        </span>
        <span className="num">{bytes}</span>
        <span className="foreign">
          {alt === undefined
            ? "The server gave no alternative text."
            : `Alternative text from the server: “${alt}”`}
        </span>
      </figcaption>
    </figure>
  );
}
