import { pathOnService } from "../../../shared/host/account-url.ts";
import type { MarkdownLinks } from "../../ui/markdown/markdown-links.ts";
import type { Reference } from "../../ui/markdown/resolve-reference.ts";
import { parseAddress } from "../addresses/parse-address.ts";
import { readWebLink } from "../addresses/web-link.ts";
import { referencePrefix } from "./markdown-scope.ts";

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

/** Returns the target of a path of the service itself, such as `/group/project/-/issues/4`; null for any other address. */
export function servicePage(account: LinkedAccount, address: string): Reference | null {
  if (!/^\/[^?#]*\/-\//.test(address)) return null;
  const url = account.url.replace(/\/+$/, "") + address;
  const link = readWebLink(url, [account]);
  return link?.kind === "page" ? { kind: "view", href: link.href } : { kind: "external", url };
}

const signs: Readonly<Record<string, string>> = { merge_request: "!", issue: "#", snippet: "$" };

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
  const location = parseAddress(href);
  if (location.kind !== "project") return null;
  const prefix = referencePrefix(project, location.project);
  const named = (label: string) => ({ label: prefix + label, href });
  const sign = signs[location.part];
  const format = /\+s?$/.exec(url)?.[0];
  if (format && location.part === "merge_request" && location.iid) {
    const reference = { type: location.part, name: location.iid, project: location.project, format };
    return { ...named(`!${location.iid}`), reference };
  }
  if (sign && location.iid) return named(`${sign}${location.iid}${detailOf(url, fragment)}`);
  if (location.part === "commit" && location.sha && /^[\da-f]{7,40}$/.test(location.sha))
    return named(`${prefix ? "@" : ""}${location.sha.slice(0, 8)}${detailOf("", fragment)}`);
  if (location.part !== "compare") return null;
  const { from = "", to = "", straight } = location.search;
  if (!/^[\da-f]{7,40}$/.test(from) || !/^[\da-f]{7,40}$/.test(to)) return null;
  return named(`${prefix ? "@" : ""}${from.slice(0, 8)}${straight ? ".." : "..."}${to.slice(0, 8)}`);
}

/** Returns the part of a page that an address names, in parentheses. */
function detailOf(url: string, fragment: string): string {
  const note = /^note_(\d+)$/.exec(fragment)?.[1];
  if (note) return ` (comment ${note})`;
  const tab = /\/-?\/?merge_requests\/\d+\/(diffs|commits|pipelines)\b/.exec(url)?.[1];
  return tab ? ` (${tab})` : "";
}
