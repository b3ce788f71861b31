import { useId, useState, type FormEvent } from "react";
import { webAddress } from "../../lib/links.ts";
import { everConnected, switchTo } from "../../state/board.ts";
import { railOpen } from "../../state/layout.ts";
import { addServer, nameFromUrl } from "../../state/servers.ts";
import "./AddServer.css";

/** Puts a server on the board by its address; nothing is sent until the person connects. */
export function AddServer() {
  const id = useId();
  const [url, setUrl] = useState("");
  const [wrong, setWrong] = useState(false);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const address = webAddress(url.trim());
    setWrong(address === undefined);
    if (address === undefined) return;
    const server = addServer({
      name: nameFromUrl(address.href),
      url: address.href,
      protocol: "auto",
    });
    everConnected.set(true);
    setUrl("");
    railOpen.set(false);
    switchTo(server.id);
  };

  return (
    <form className="add-server" onSubmit={add} noValidate>
      <label className="visually-hidden" htmlFor={id}>
        Address of a server to add
      </label>
      <input
        id={id}
        className="input"
        placeholder="https://…/mcp"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={url}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => {
          setUrl(event.target.value);
          setWrong(false);
        }}
      />
      <button className="button ink" type="submit">
        Add
      </button>
      {wrong && (
        <p id={`${id}-wrong`} className="add-server-wrong" role="alert">
          A whole address is needed, with https:// or http:// in front.
        </p>
      )}
    </form>
  );
}
