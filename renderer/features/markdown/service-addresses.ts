import { createContext } from "react";
import { pathOnService } from "../../../shared/host/account-url.ts";
import type { ProjectUpload } from "../../../shared/host/accounts.ts";
import { decodePercent } from "../../../shared/text/decode-percent.ts";
import type { MarkdownLinks, Reference } from "../../ui/markdown/markdown-links.ts";
import { readHref } from "../addresses/hrefs.ts";
import { readWebLink } from "../addresses/web-link.ts";

interface LinkedAccount {
  readonly id: string;
  readonly url: string;
}

const upload = /^\/uploads\/[^/?#]+\/[^/?#]+/;
/** An upload with the path of its project in front of it, or the number of its project or group. */
const uploadOfAny = /^(?:\/-\/project\/\d+|(?:\/[\w.-]+){2,}|\/-\/group\/\d+)\/uploads\/[\da-f]{32}\/[^/?#]+/;
/** One of a personal snippet or a user. */
const uploadOfSystem = /^\/uploads\/-\/system\//;
const secret = /^\/uploads\/[\da-f]{32}\//;

/**
 * Returns the address of a file that was uploaded to the service, such as `/uploads/<secret>/shot.png` of a project; null
 * for any other address. `inRepository` tells uploads from a folder of the repository with this name.
 */
export function uploadAddress(
  account: LinkedAccount,
  project: string | null,
  address: string,
  inRepository: boolean,
): Reference | null {
  const service = account.url.replace(/\/+$/, "");
  const whole = pathOnService(address, service);
  if (whole && uploadOfAny.test(`/${whole.path}`)) return { kind: "upload", url: address.trim() };
  if (uploadOfSystem.test(address)) return { kind: "upload", url: service + address };
  if (upload.test(address) && (secret.test(address) || !inRepository)) {
    return project === null ? { kind: "none" } : { kind: "upload", url: `${service}/${project}${address}` };
  }
  if (!uploadOfAny.test(address)) return null;
  const base = new URL(service).pathname.replace(/\/$/, "");
  const url = base && address.startsWith(`${base}/`) ? new URL(service).origin + address : service + address;
  return { kind: "upload", url };
}

/** Returns the project and name of an upload by its address; null for one of a group, a user or elsewhere. */
export function projectUpload(account: LinkedAccount, url: string): ProjectUpload | null {
  const path = pathOnService(url, account.url)?.path ?? "";
  const [, id, named, secret, filename] =
    /^(?:-\/project\/(\d+)|([^-].*?)(?:\/-)?(?:\/wikis)?)\/uploads\/([\da-f]{10,64})\/([^/]+)$/.exec(path) ??
    [];
  const project = id ?? named;
  if (project === undefined || secret === undefined || filename === undefined) return null;
  return { project: decodePercent(project), secret, filename: decodePercent(filename) };
}

/** Returns the target of a path of the service itself, such as `/group/project/-/issues/4`; null for any other address. */
export function servicePage(account: LinkedAccount, address: string): Reference | null {
  if (!/^\/[^?#]*\/-\//.test(address)) return null;
  const url = account.url.replace(/\/+$/, "") + address;
  const link = readWebLink(url, [account]);
  return link?.kind === "page" ? { kind: "view", href: link.href } : { kind: "external", url };
}

/**
 * Returns a bare web address as services write it, such as `!3` or `project#4 (comment 7)`, with its address within the
 * app; null for what is no merge request, issue, snippet, commit or comparison of the account's service.
 */
export function nameAddress(
  account: LinkedAccount,
  project: string | null,
  url: string,
): ReturnType<NonNullable<MarkdownLinks["nameAddress"]>> {
  const link = readWebLink(url.replace(/\+s?$/, ""), [account]);
  if (link?.kind !== "page") return null;
  const { href } = link;
  const [, fragment = ""] = /#(.*)$/.exec(url) ?? [];
  const named = (of: string, label: string) => ({ label: referencePrefix(project, of) + label, href });
  /** A commit or a comparison, by their hashes. */
  const byHash = (of: string, label: string) => named(of, (referencePrefix(project, of) ? "@" : "") + label);
  const request = readHref("/a/$account/p/$project/merge_requests/$iid", href)?.params;
  const format = /\+s?$/.exec(url)?.[0];
  if (format && request) {
    const reference = { type: "merge_request", name: request.iid, project: request.project, format } as const;
    return { ...named(request.project, `!${request.iid}`), reference };
  }
  const detail = detailOf(url, fragment);
  if (request) return named(request.project, `!${request.iid}${detail}`);
  const issue = readHref("/a/$account/p/$project/issues/$iid", href)?.params;
  if (issue) return named(issue.project, `#${issue.iid}${detail}`);
  const snippet = (
    readHref("/a/$account/p/$project/snippets/$snippet", href) ??
    readHref("/a/$account/p/$project/snippets/$snippet/edit", href)
  )?.params;
  if (snippet) return named(snippet.project, `$${snippet.snippet}${detail}`);
  const commit = readHref("/a/$account/p/$project/commits/$sha", href)?.params;
  if (commit && isHash(commit.sha))
    return byHash(commit.project, `${commit.sha.slice(0, 8)}${detailOf("", fragment)}`);
  const compare = readHref("/a/$account/p/$project/compare", href);
  const { from = "", to = "", straight } = compare?.search ?? {};
  if (!compare || !isHash(from) || !isHash(to)) return null;
  return byHash(compare.params.project, `${from.slice(0, 8)}${straight ? ".." : "..."}${to.slice(0, 8)}`);
}

const isHash = (text: string): boolean => /^[\da-f]{7,40}$/.test(text);

/** Returns the part of a page that an address names, in parentheses. */
function detailOf(url: string, fragment: string): string {
  const note = /^note_(\d+)$/.exec(fragment)?.[1];
  if (note) return ` (comment ${note})`;
  const tab = /\/-?\/?merge_requests\/\d+\/(diffs|commits|pipelines)\b/.exec(url)?.[1];
  return tab ? ` (${tab})` : "";
}

/** Account and project that the references and addresses of a text belong to. */
export interface MarkdownScope {
  /** Null outside of an account, where references are text. */
  readonly account: string | null;
  /** Full path of the project; null for a text of none, such as a personal snippet. */
  readonly project: string | null;
}

/** Scope of the document that a reference is in. */
export const MarkdownScopeContext = createContext<MarkdownScope>({ account: null, project: null });

/** Returns the full path of a project as a reference writes it: of the own project, beside it, or whole. */
export function projectOfReference(own: string, written: string): string {
  if (written === "") return own;
  return written.includes("/") ? written : own.slice(0, own.lastIndexOf("/") + 1) + written;
}

/** Returns what a reference to a project begins with in a text of the project `own`, as services write it. */
export function referencePrefix(own: string | null, project: string): string {
  if (own === project) return "";
  const name = project.lastIndexOf("/") + 1;
  return own !== null && own.slice(0, own.lastIndexOf("/") + 1) === project.slice(0, name)
    ? project.slice(name)
    : project;
}
