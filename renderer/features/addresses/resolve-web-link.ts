import type { QueryClient } from "@tanstack/react-query";
import { listBranches } from "../../../shared/api/resources/branches.ts";
import { getGroup } from "../../../shared/api/resources/groups.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
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
  const { account, project, name, rest } = page;
  const input = { id: project, search: `^${rest[0]}/`, per_page: 100 };
  const [branches, tags] = await Promise.all([
    client.fetchQuery(operationQuery(account, listBranches, input)),
    client.fetchQuery(operationQuery(account, listTags, input)),
  ]);
  const path = rest.join("/");
  const ref = [...branches.data, ...tags.data]
    .map((entry) => entry.name)
    .filter((entry) => path === entry || path.startsWith(`${entry}/`))
    .sort((a, b) => b.length - a.length)[0];
  if (ref === undefined) return null;
  const others = path.slice(ref.length + 1);
  return projectPages[name]?.({ ...page, rest: [ref, ...(others ? others.split("/") : [])] }) ?? null;
}
