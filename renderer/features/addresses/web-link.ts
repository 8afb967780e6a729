import { pathOnService } from "../../../shared/host/account-url.ts";
import { readWikiRoute } from "../wiki/wiki-address.ts";
import { hrefs } from "./hrefs.ts";

/**
 * Address within the app for a pasted web URL or a `helve://` link of one of the accounts' services, null when it
 * belongs to none of them.
 */
export function hrefOfLink(
  text: string,
  accounts: readonly { readonly id: string; readonly url: string }[],
): string | null {
  const found = accounts.flatMap((account) => {
    const page = pathOnService(text, account.url);
    return page ? [{ owner: account, page }] : [];
  })[0];
  if (!found) return null;
  const {
    owner,
    page: { path: rest, hash },
  } = found;
  if (!rest) return hrefs.projects(owner.id);
  const [full, tail] = splitAddress(rest);
  const path = decodeURIComponent(full);
  if (full.startsWith("groups/")) return hrefs.group(owner.id, path.slice("groups/".length));
  const [kind, first = "", ...others] = tail.split("/").map(decodeURIComponent);
  switch (kind) {
    case "tree":
    case "blob":
    case "raw":
    case "blame": {
      const lines = hash.slice(1).replace(/^(L\d+)-(?:L)?(\d+)$/, "$1-$2");
      const file = others.join("/");
      return hrefs.project(owner.id, path, "files", { ref: first, ...(file ? { path: file } : {}) }, lines);
    }
    case "commits":
      return hrefs.project(owner.id, path, "commits", { ref: [first, ...others].join("/") });
    case "commit":
      return hrefs.commit(owner.id, path, first);
    case "merge_requests":
      return first
        ? hrefs.mergeRequest(owner.id, path, first)
        : hrefs.project(owner.id, path, "merge_requests");
    case "pipelines":
      return first ? hrefs.pipeline(owner.id, path, first) : hrefs.project(owner.id, path, "pipelines");
    case "jobs":
      if (first && others[0] === "artifacts") return hrefs.jobTab(owner.id, path, first, "artifacts");
      return first
        ? hrefs.job(owner.id, path, first, {}, hash.slice(1))
        : hrefs.project(owner.id, path, "jobs");
    case "issues":
      return first ? hrefs.issue(owner.id, path, first) : hrefs.project(owner.id, path, "issues");
    case "snippets":
      if (path === "") return first ? hrefs.snippet(owner.id, null, first) : hrefs.snippets(owner.id);
      return first ? hrefs.snippet(owner.id, path, first) : hrefs.project(owner.id, path, "snippets");
    case "environments":
      return first ? hrefs.environment(owner.id, path, first) : hrefs.project(owner.id, path, "environments");
    case "wikis":
      return hrefs.wiki(
        owner.id,
        path,
        // GitLab's list of pages is the tree that every page has beside it.
        first && first !== "pages" ? readWikiRoute([first, ...others]) : null,
        {},
        hash.slice(1),
      );
    case "releases":
      return hrefs.project(owner.id, path, "releases");
    default:
      return path.includes("/") ? hrefs.project(owner.id, path) : null;
  }
}

/** Splits a web address into the project's path, empty for what belongs to none, and what it names of it. */
function splitAddress(rest: string): readonly [path: string, tail: string] {
  if (rest.startsWith("-/")) return ["", rest.slice("-/".length)];
  const [full = "", tail] = rest.split("/-/");
  if (tail !== undefined) return [full, tail];
  // Services before 16.0 wrote addresses without the dash.
  const former = /^(?:(.+\/.+?)\/)?((?:issues|merge_requests|snippets)\/\d+)$/.exec(rest);
  return former ? [former[1] ?? "", former[2] ?? ""] : [rest, ""];
}
