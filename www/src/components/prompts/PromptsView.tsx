import type { Prompt } from "mcp-tether";
import { freshness } from "../../lib/freshness.ts";
import type { Connection, ConnectionView } from "../../state/connection.ts";
import { Columns, NothingChosen } from "../list/Columns.tsx";
import { ItemList, type Item } from "../list/ItemList.tsx";
import { PromptDetail } from "./PromptDetail.tsx";

/** The prompts of a connection. */
export function PromptsView({
  connection,
  view,
}: {
  connection: Connection;
  view: ConnectionView;
}) {
  const { prompts, description } = view;
  const chosen =
    prompts.items.find((prompt) => prompt.name === view.chosen.prompts) ?? prompts.items[0];
  const list = (
    <ItemList
      noun="prompts"
      serverName={connection.server.name}
      groups={[{ items: prompts.items.map(itemOf) }]}
      listing={prompts}
      chosen={chosen?.name}
      freshness={freshness(prompts, description?.capabilities.prompts?.listChanged)}
      onChoose={(name) => connection.choose("prompts", name)}
      onReload={() => void connection.loadPrompts()}
    />
  );
  const detail =
    chosen === undefined ? (
      <NothingChosen words="A prompt that you pick opens here." />
    ) : (
      <PromptDetail key={chosen.name} prompt={chosen} connection={connection} />
    );
  return <Columns tab="prompts" list={list} detail={detail} />;
}

function itemOf({ name, title, description }: Prompt): Item {
  return { key: name, name, about: description ?? title };
}
