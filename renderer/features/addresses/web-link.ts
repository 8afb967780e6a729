import { pathOnService } from "../../../shared/host/account-url.ts";
import { decodePercent } from "../../../shared/text/decode-percent.ts";
import { hrefs } from "./hrefs.ts";
import { mergeRequestQuery, projectPages, refPages, servicePages, type WebPage } from "./web-pages.ts";

/** A page whose address names a ref and a path, in which a slash may belong to either. */
export interface RefPage extends WebPage {
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
  const [owner, tail] = splitPath(path);
  const segments = tail.split("/").filter(Boolean).map(decodePercent);
  const [name = "", ...rest] = segments;
  const project = decodePercent(owner).replace(/\.git$/, "");
  const page: WebPage = {
    account,
    project,
    rest,
    search: new URLSearchParams(search),
    hash: hash.replace(/^#/, ""),
  };
  const unsupported = (nearest: string): WebLink => ({
    kind: "unsupported",
    page: name.replaceAll("_", " "),
    nearest,
    url,
  });
  if (project.startsWith("groups/")) {
    const group = project.slice("groups/".length);
    if (name === "merge_requests")
      return { kind: "page", href: hrefs.mergeRequests(account, group, mergeRequestQuery(page.search)) };
    return name === ""
      ? { kind: "page", href: hrefs.group(account, group) }
      : unsupported(hrefs.group(account, group));
  }
  if (project === "") {
    const href = servicePages[name]?.(page);
    return href ? { kind: "page", href } : unsupported(hrefs.projects(account));
  }
  if (!project.includes("/")) {
    return { kind: "page", href: hrefs.group(account, project), namespace: { account, name: project } };
  }
  if (name === "") return { kind: "page", href: hrefs.project(account, project) };
  const href = projectPages[name]?.(page);
  if (!href) return unsupported(hrefs.project(account, project));
  const hasSlash = refPages.has(name) && rest.length > 1;
  return { kind: "page", href, ...(hasSlash ? { refPage: { ...page, name } } : {}) };
}

/** Pages of the service itself that are written without `/-/`, as the name that {@link servicePages} has for them. */
const plainPages: readonly (readonly [prefix: RegExp, page: string])[] = [
  [/^(?:dashboard|explore)(?:\/projects(?:\/.*)?)?$/, "projects"],
  [/^explore\/snippets/, "public snippets"],
  [/^users\//, "users/"],
  [/^admin(?:\/|$)/, "admin/"],
];
/** Lists of the user and of everyone, such as `dashboard/merge_requests`. */
const plainLists = /^(?:dashboard|explore)\/([^/]+)/;
/** Project pages that services before 16.0 wrote without the dash. */
const undashed =
  /^(?:(.+\/.+?)\/)?((?:issues|merge_requests|snippets|pipelines|jobs|builds)\/\d+.*|(?:tree|blob|raw|blame|commits?|compare|wikis)\/.+)$/;

/** Splits a web address into the project's path, empty for what belongs to none, and what it names of it. */
function splitPath(path: string): readonly [owner: string, tail: string] {
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
  const former = undashed.exec(path);
  return former && !path.startsWith("groups/") ? [former[1] ?? "", former[2] ?? ""] : [path, ""];
}
