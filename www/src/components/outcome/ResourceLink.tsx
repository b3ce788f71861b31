import type { ResourceLink as Link } from "mcp-tether";
import { formatBytes } from "../../lib/format.ts";
import { openInNewTab, webAddress } from "../../lib/links.ts";
import type { Connection } from "../../state/connection.ts";
import { Icon } from "../frame/Icon.tsx";
import "./ResourceLink.css";

/** A resource that a result points to. Nothing of it is loaded; its address is text until one presses a button. */
export function ResourceLink({ link, connection }: { link: Link; connection: Connection }) {
  const web = webAddress(link.uri);
  return (
    <div className="resource-link">
      <b className="foreign">{link.title ?? link.name}</b>
      <code className="foreign">{link.uri}</code>
      {link.description !== undefined && <p className="foreign">{link.description}</p>}
      <p className="fact-line">
        {link.mimeType !== undefined && <span className="foreign">{link.mimeType}</span>}
        {link.size !== undefined && <span className="num">{formatBytes(link.size)}</span>}
      </p>
      <div className="buttons">
        <button
          className="button small send"
          type="button"
          onClick={() => connection.choose("resources", link.uri)}
        >
          <span>
            Read <span className="visually-hidden">{link.name} </span>from {connection.server.name}
          </span>
        </button>
        {web !== undefined && (
          <button className="button small" type="button" onClick={() => openInNewTab(web)}>
            <Icon name="outside" />
            Open {web.host} in a new tab
          </button>
        )}
      </div>
    </div>
  );
}
