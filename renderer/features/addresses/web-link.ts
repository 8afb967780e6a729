import type { QueryClient } from "@tanstack/react-query";
import { listBranches } from "../../../shared/api/resources/branches.ts";
import { getGroup } from "../../../shared/api/resources/groups.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { pathOnService } from "../../../shared/host/account-url.ts";
import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { tagRef } from "../../../shared/text/ref-name.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { operationQuery } from "../../api/use-operation.ts";
import { hrefs } from "./hrefs.ts";
import { hasWebRef, readWebPage, type WebPage } from "./web-pages.ts";
import { WebRest } from "./web-rest.ts";
import { issueQuery, mergeRequestQuery } from "./work-filters.ts";

/** A page whose address names a ref and a path, in which a slash may belong to either. */
interface RefPage extends WebPage {
  /** The first segment after `/-/`, such as `tree`. */
  readonly name: string;
}

/** Target in the app of a link to a service's web interface. */
export type WebLink =
  | {
      readonly kind: "page";
      readonly href: string;
      /** The page where its ref may have slashes; the ref in `href` ends before the first one. */
      readonly refPage?: RefPage;
      /** Parts of the address that `href` has no like for, such as `page=2`; absent where it has all. */
      readonly lost?: readonly string[];
      /** A project whose name is that of a page, such as `issues`; `href` is the page's. */
      readonly orProject?: { readonly account: string; readonly project: string };
      /** A group or a user: `href` is the group's. */
      readonly namespace?: { readonly account: string; readonly name: string };
    }
  | {
      readonly kind: "unsupported";
      /** Name of the page in its address, such as `milestones`. */
      readonly page: string;
      /** The closest page that the app has. */
      readonly nearest: string;
      /** The link itself, for a browser. */
      readonly url: string;
    };

interface LinkedAccount {
  readonly id: string;
  readonly url: string;
}

/** Returns what of a link is not shown; empty where all of it is. */
export const lostText = (lost: readonly string[] = []): string =>
  lost.length === 0 ? "" : `Not shown in Helve: ${lost.join(", ")}`;

/** Reads a web URL or `helve://` link of one of the accounts' services; null where it belongs to none of them. */
export function readWebLink(text: string, accounts: readonly LinkedAccount[]): WebLink | null {
  for (const account of accounts) {
    const page = pathOnService(text, account.url);
    if (page) return readPage(account.id, page, text.trim().replace(/^helve:/, "https:"));
  }
  return null;
}

/**
 * Reads the path of a web page without its host: `/-/merge_requests/new` of the current project, or
 * `group/project/-/tree/main`. Null for a text that is no such path.
 */
export function readWebPath(text: string, account: LinkedAccount, project: string | null): WebLink | null {
  const path = text.trim().replace(/^\/+/, "");
  if (/^-\/\S/.test(path) && project !== null)
    return readWebLink(urlOf(account, `${project}/${path}`), [account]);
  return /^[^\s/]+(\/[^\s/]+)*\/-\/\S+$/.test(path) ? readWebLink(urlOf(account, path), [account]) : null;
}

/** Returns the address within the app for a web URL or `helve://` link; null where the app has no such page. */
export function hrefOfLink(text: string, accounts: readonly LinkedAccount[]): string | null {
  const link = readWebLink(text, accounts);
  return link?.kind === "page" ? link.href : null;
}

const urlOf = ({ url }: LinkedAccount, path: string): string => `${url.replace(/\/+$/, "")}/${path}`;

type Target = NonNullable<ReturnType<typeof pathOnService>>;

function readPage(account: string, { path, search, hash }: Target, url: string): WebLink {
  const [owner, tail, isLoose] = splitPath(path);
  const segments = tail.split("/").filter(Boolean).map(decodePercent);
  const [name = "", ...after] = segments;
  const rest = new WebRest(search, hash);
  const project = decodePercent(owner).replace(/\.git$/, "");
  const page: WebPage = {
    account,
    project,
    path: after,
    rest,
  };
  const found = (href: string, more: Partial<Extract<WebLink, { kind: "page" }>> = {}): WebLink => {
    const lost = rest.unread();
    return { kind: "page", href, ...(lost.length > 0 ? { lost } : {}), ...more };
  };
  const unsupported = (nearest: string): WebLink => ({
    kind: "unsupported",
    page: name.replaceAll("_", " "),
    nearest,
    url,
  });
  if (project.startsWith("groups/")) {
    const group = project.slice("groups/".length);
    if (name === "merge_requests") return found(hrefs.mergeRequests(account, group, mergeRequestQuery(rest)));
    if (name === "issues" || name === "work_items")
      return found(hrefs.issues(account, group, issueQuery(rest)));
    const [number] = after;
    if ((name === "labels" || name === "milestones") && number === undefined)
      return found(hrefs.groupPart(account, group, name));
    if (name === "milestones" && /^[1-9]\d*$/.test(number ?? ""))
      return found(hrefs.milestone(account, { group }, number ?? ""));
    return name === "" ? found(hrefs.group(account, group)) : unsupported(hrefs.group(account, group));
  }
  if (project === "") {
    const href = readWebPage("service", name, page);
    return href ? found(href) : unsupported(hrefs.projects(account));
  }
  if (!project.includes("/")) {
    return found(hrefs.group(account, project), { namespace: { account, name: project } });
  }
  if (name === "") return found(hrefs.project(account, project));
  const href = readWebPage("project", name, page);
  if (!href) return unsupported(nearestOf(page, name));
  const hasSlash = hasWebRef(name) && after.length > 1;
  return found(href, {
    ...(hasSlash ? { refPage: { ...page, name } } : {}),
    ...(isLoose ? { orProject: { account, project: decodePercent(path) } } : {}),
  });
}

/** Returns the page of the app that is nearest to one of a project that it does not have. */
function nearestOf({ account, project, path: [ref = ""] }: WebPage, name: string): string {
  if (name === "archive" && ref) return hrefs.project(account, project, "files", { ref });
  return hrefs.project(account, project);
}

/** Pages of the service itself that are written without `/-/`, as the name that views have for them. */
const plainPages: readonly (readonly [prefix: RegExp, page: string])[] = [
  [/^(?:dashboard|explore)(?:\/projects(?:\/.*)?)?$/, "projects"],
  [/^explore\/snippets/, "public snippets"],
  [/^search$/, "search"],
  [/^users\//, "users/"],
  [/^admin(?:\/|$)/, "admin/"],
  [/^projects\/(?:\d+|new)$/, "projects/"],
];
/** Lists of the user and of everyone, such as `dashboard/merge_requests`. */
const plainLists = /^(?:dashboard|explore)\/([^/]+)/;
/** Project pages that services before 16.0 wrote without the dash; no project may have such a name. */
const undashed =
  /^([^/]+\/.+?)\/((?:issues|merge_requests|snippets|pipelines|jobs|builds|environments)\/\d.*|(?:tree|blob|raw|blame|commits?|find_file|edit|new|wikis|builds)\/.+|wikis|edit)$/;
/** Lists of older services, or projects of these names in a subgroup. */
const loose =
  /^([^/]+\/.+?)\/(issues|merge_requests|pipelines|jobs|environments|snippets|(?:compare|network|graphs|releases|tags|branches)(?:\/.+)?)$/;
const ownSnippet = /^(snippets\/\d+.*)$/;

/**
 * Splits a web address into the project's path, empty for what belongs to none, and what it names of it; `isLoose` where
 * all of it may be a project's path, too.
 */
function splitPath(path: string): readonly [owner: string, tail: string, isLoose?: boolean] {
  if (path.startsWith("-/")) {
    return ["", path.slice("-/".length).replace(/^(?:user_settings|profile)\b/, "profile")];
  }
  const dash = path.indexOf("/-/");
  if (dash >= 0) return [path.slice(0, dash), path.slice(dash + "/-/".length)];
  for (const [prefix, page] of plainPages) {
    if (prefix.test(path)) return ["", page.endsWith("/") ? page + path.split("/").slice(1).join("/") : page];
  }
  const list = plainLists.exec(path)?.[1];
  if (list) return ["", list];
  const snippet = ownSnippet.exec(path)?.[1];
  if (snippet !== undefined) return ["", snippet];
  if (path.startsWith("groups/")) return [path, ""];
  const [, owner, tail] = undashed.exec(path) ?? [];
  if (owner !== undefined && tail !== undefined) return [owner, tail];
  const [, project, page] = loose.exec(path) ?? [];
  return project !== undefined && page !== undefined ? [project, page, true] : [path, ""];
}

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
  return readWebPage("project", name, { ...page, path: [whole, ...(others ? others.split("/") : [])] });
}
