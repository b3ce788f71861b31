import type { Resource, ResourceTemplate } from "mcp-tether";
import { freshness } from "../../lib/freshness.ts";
import type { Connection, ConnectionView } from "../../state/connection.ts";
import { Columns, NothingChosen } from "../list/Columns.tsx";
import { ItemList, type Item } from "../list/ItemList.tsx";
import { ResourceDetail } from "./ResourceDetail.tsx";
import { TemplateDetail } from "./TemplateDetail.tsx";

/** The resources of a connection, and the templates that stand for many. */
export function ResourcesView({
  connection,
  view,
}: {
  connection: Connection;
  view: ConnectionView;
}) {
  const { resources, templates, description } = view;
  const first = resources.items[0]?.uri ?? templates.items[0]?.uriTemplate;
  const chosen = view.chosen.resources ?? first;
  const template = templates.items.find((each) => each.uriTemplate === chosen);
  const list = (
    <ItemList
      noun="resources"
      serverName={connection.server.name}
      groups={[
        { items: resources.items.map(resourceItem) },
        { heading: "Templates", items: templates.items.map(templateItem) },
      ]}
      listing={resources}
      chosen={chosen}
      freshness={freshness(resources, description?.capabilities.resources?.listChanged)}
      onChoose={(key) => connection.choose("resources", key)}
      onReload={() => void connection.loadResources()}
    />
  );
  return (
    <Columns
      tab="resources"
      list={list}
      detail={<Detail chosen={chosen} template={template} connection={connection} view={view} />}
    />
  );
}

interface DetailProps {
  chosen: string | undefined;
  template: ResourceTemplate | undefined;
  connection: Connection;
  view: ConnectionView;
}

function Detail({ chosen, template, connection, view }: DetailProps) {
  if (template !== undefined)
    return (
      <TemplateDetail key={template.uriTemplate} template={template} connection={connection} />
    );
  if (chosen === undefined) return <NothingChosen words="A resource that you pick opens here." />;
  const resource = view.resources.items.find((each) => each.uri === chosen);
  return <ResourceDetail key={chosen} uri={chosen} resource={resource} connection={connection} />;
}

function resourceItem({ uri, name, title, description, mimeType }: Resource): Item {
  const kind = mimeType?.split(";")[0]?.split("/").at(-1);
  return {
    key: uri,
    name: uri,
    about: description ?? title ?? name,
    note: kind === undefined || kind.length > 12 ? undefined : kind,
  };
}

function templateItem({ uriTemplate, name, title, description }: ResourceTemplate): Item {
  return { key: uriTemplate, name: uriTemplate, about: description ?? title ?? name };
}
