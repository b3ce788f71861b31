import type { Tool } from "mcp-tether";
import { freshness } from "../../lib/freshness.ts";
import type { Connection, ConnectionView } from "../../state/connection.ts";
import { Columns, NothingChosen } from "../list/Columns.tsx";
import { ItemList, type Item } from "../list/ItemList.tsx";
import { ToolDetail } from "./ToolDetail.tsx";

/** The tools of a connection. */
export function ToolsView({ connection, view }: { connection: Connection; view: ConnectionView }) {
  const { tools, description } = view;
  const chosen = tools.items.find((tool) => tool.name === view.chosen.tools) ?? tools.items[0];
  const list = (
    <ItemList
      noun="tools"
      serverName={connection.server.name}
      groups={[{ items: tools.items.map(itemOf) }]}
      listing={tools}
      chosen={chosen?.name}
      freshness={freshness(tools, description?.capabilities.tools?.listChanged)}
      onChoose={(name) => connection.choose("tools", name)}
      onReload={() => void connection.loadTools()}
    />
  );
  const detail =
    chosen === undefined ? (
      <NothingChosen words="A tool that you pick opens here." />
    ) : (
      <ToolDetail key={chosen.name} tool={chosen} connection={connection} />
    );
  return <Columns tab="tools" list={list} detail={detail} />;
}

function itemOf(tool: Tool): Item {
  return {
    key: tool.name,
    name: tool.name,
    about: tool.description ?? tool.title,
    note: exception(tool),
  };
}

function exception({ annotations, execution }: Tool): string | undefined {
  if (annotations?.destructiveHint === true) return "deletes";
  if (annotations?.readOnlyHint === false) return "writes";
  if (execution?.taskSupport === "required") return "task";
  return undefined;
}
