import type { QueryClient } from "@tanstack/react-query";
import { listBranches } from "../../../shared/api/resources/branches.ts";
import { getGroup } from "../../../shared/api/resources/groups.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { toProblem } from "../../api/host.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { hrefs } from "./hrefs.ts";
import type { RefPage, WebLink } from "./web-link.ts";
import { projectPages } from "./web-pages.ts";

/**
 * Returns the address within the app for a page. Where the link alone is ambiguous (a ref with slashes, a group or a
 * user) the service is requested; where that fails, the likelier meaning is used.
 */
export async function resolveWebLink(
  client: QueryClient,
  link: Extract<WebLink, { kind: "page" }>,
): Promise<string> {
  if (link.orProject) {
    const { account, project } = link.orProject;
    const isProject = await client.fetchQuery(operationQuery(account, getProject, { id: project })).then(
      () => true,
      () => false,
    );
    return isProject ? hrefs.project(account, project) : link.href;
  }
  if (link.refPage) return (await withWholeRef(client, link.refPage).catch(() => null)) ?? link.href;
  if (!link.namespace) return link.href;
  const { account, name } = link.namespace;
  try {
    await client.fetchQuery(operationQuery(account, getGroup, { id: name }));
    return link.href;
  } catch (error) {
    return toProblem(error).code === "not_found" ? hrefs.user(account, name) : link.href;
  }
}

/** Returns the address with the ref that a branch or tag of the project has; null where no ref has a slash here. */
async function withWholeRef(client: QueryClient, page: RefPage): Promise<string | null> {
  const { account, project, name, path: parts, rest } = page;
  const type = rest.get("ref_type");
  // A ref with a slash begins with the first two segments.
  const input = { id: project, search: `^${parts[0]}/${parts[1]}`, per_page: 100 };
  const [branches, tags] = await Promise.all([
    client.fetchQuery(operationQuery(account, listBranches, input)),
    client.fetchQuery(operationQuery(account, listTags, input)),
  ]);
  const path = parts.join("/");
  const named = (entries: readonly { readonly name: string }[], kind: "heads" | "tags") =>
    type !== null && type !== kind
      ? []
      : entries
          .filter((entry) => path === entry.name || path.startsWith(`${entry.name}/`))
          .map((entry) => ({ name: entry.name, kind }));
  const [ref] = [...named(branches.data, "heads"), ...named(tags.data, "tags")].sort(
    (a, b) => b.name.length - a.name.length,
  );
  if (ref === undefined) return null;
  const others = path.slice(ref.name.length + 1);
  // The editor's address has branches alone.
  const whole = ref.kind === "tags" && type === null && name !== "edit" ? tagRef(ref.name) : ref.name;
  return projectPages[name]?.({ ...page, path: [whole, ...(others ? others.split("/") : [])] }) ?? null;
}
