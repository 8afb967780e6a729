import { z } from "zod";
import { parseJson } from "../../../shared/text/parse-json.ts";
import { hrefs, type ListPart } from "../../features/addresses/hrefs.ts";
import { titleOfSlug } from "../../features/addresses/wiki-address.ts";
import { accountFormLink } from "./account-form-link.ts";

/** Address and name of a draft. */
export interface DraftLink {
  readonly account: string;
  readonly href: string;
  readonly label: string;
}

const snippetKey = z.tuple([z.string(), z.string().nullable(), z.union([z.literal("new"), z.int()])]);
const noteParent = z.object({ kind: z.enum(["issue", "snippet"]), project: z.string(), number: z.int() });
const noteKey = z.tuple([z.string(), noteParent]);
const noteEditKey = z.tuple([z.string(), noteParent, z.int()]);
/** Account, project, number of the merge request, and its thread or comment. */
const partKey = z.tuple([z.string(), z.string(), z.int(), z.union([z.string(), z.int()])]);
/** Account, project, commit, path, first and last line. */
const fileKey = z.tuple([z.string(), z.string(), z.string(), z.string(), z.int(), z.int()]);
/** Account, project and tag; null for a new release. */
const releaseKey = z.tuple([z.string(), z.string(), z.string().nullable()]);
const projectKey = z.tuple([z.string(), z.string()]);
/** Account and project, and what is edited there. */
const sectionKey = z.tuple([z.string(), z.string()]).rest(z.unknown());
/** Account, project, ref and path. */
const submoduleKey = z.tuple([z.string(), z.string(), z.string(), z.string()]);
/** Account, project, and the number, commit, page or tag that the draft belongs to. */
const commentKey = z.tuple([z.string(), z.string(), z.coerce.string()]);

/** Parts of a merge request that are drafts of their own. */
const partLabels: Readonly<Record<string, string>> = {
  title: "Description of",
  description: "Description of",
  "review-summary": "Review summary of",
  "conflict-message": "Commit message of the conflicts of",
};

/** Forms of a project's sections, by the word of their key. */
const sectionForms: Readonly<Record<string, { readonly part: ListPart; readonly label: string }>> = {
  "new-branch": { part: "branches", label: "New branch in" },
  "new-tag": { part: "tags", label: "New tag in" },
  "new-tag-name": { part: "tags", label: "New tag in" },
  environment: { part: "environments", label: "Environment of" },
  pipeline: { part: "pipelines", label: "New pipeline of" },
};

/** Reads the key of a draft, such as `note ["1",{"kind":"issue",…}]`. Returns null for one that has no page of its own. */
export function draftLink(key: string): DraftLink | null {
  // What belongs to a merge request as a whole is stored under its key; earlier versions left that name out.
  const [, part = "comment", kind = "", rest = ""] =
    /^(?:(comment|title|description|review-summary|conflict-message) (?=merge-request ))?(?:([\w-]+) )?(\[.*)$/s.exec(
      key,
    ) ?? [];
  const value = parseJson(rest);
  if (value === undefined) return accountFormLink(key);
  switch (kind) {
    // The key of a release has no word.
    case "": {
      const { data } = releaseKey.safeParse(value);
      if (!data) return null;
      const [account, project, tag] = data;
      return {
        account,
        href: hrefs.project(account, project, "releases", {}, tag ?? ""),
        label: tag === null ? `New release in ${project}` : `Release ${tag} in ${project}`,
      };
    }
    case "release-notes": {
      const { data } = commentKey.safeParse(value);
      if (!data) return null;
      const [account, project, search] = data;
      const href = hrefs.project(account, project, "tags", { search });
      return { account, href, label: `Release notes of ${search} in ${project}` };
    }
    case "submodule": {
      const { data } = submoduleKey.safeParse(value);
      if (!data) return null;
      const [account, project, ref, path] = data;
      return {
        account,
        href: hrefs.project(account, project, "files", { ref, path }),
        label: `Commit of the submodule ${path} in ${project}`,
      };
    }
    case "snippet": {
      const { data } = snippetKey.safeParse(value);
      return data ? snippetLink(...data) : null;
    }
    case "reply":
      return partLink("Reply", value);
    case "new-merge-request": {
      const { data } = projectKey.safeParse(value);
      if (!data) return null;
      const [account, project] = data;
      const href = hrefs.project(account, project, "merge_requests", { create: "1" });
      return { account, href, label: `New merge request in ${project}` };
    }
    case "file-comment": {
      const { data } = fileKey.safeParse(value);
      if (!data) return null;
      const [account, project, ref, path, from, to] = data;
      const lines = from === to ? `L${from}` : `L${from}-${to}`;
      const href = hrefs.project(account, project, "files", { ref, path }, lines);
      return { account, href, label: `Comment on ${path} in ${project}` };
    }
    case "edit-note":
    case "note": {
      const data = noteKey.safeParse(value).data ?? noteEditKey.safeParse(value).data;
      if (!data) return kind === "edit-note" ? partLink("Edited comment", value) : null;
      const [account, { kind: parent, project, number }] = data;
      return parent === "issue"
        ? {
            account,
            href: hrefs.issue(account, project, number),
            label: `Comment on ${project}#${number}`,
          }
        : {
            account,
            href: hrefs.snippet(account, project, number),
            label: `Comment on ${project}$${number}`,
          };
    }
    case "commit":
    case "commit-comment": {
      const { data } = commentKey.safeParse(value);
      if (!data) return null;
      const [account, project, sha] = data;
      return {
        account,
        href: hrefs.commit(account, project, sha),
        label: `Comment on ${project}@${sha.slice(0, 8)}`,
      };
    }
    case "wiki": {
      const { data } = commentKey.safeParse(value);
      if (!data) return null;
      const [account, project, slug] = data;
      if (slug.startsWith("new ")) {
        const href = hrefs.wiki(account, project, { kind: "new" }, { draft: slug });
        return { account, href, label: `New wiki page in ${project}` };
      }
      return {
        account,
        href: hrefs.wiki(account, project, { kind: "edit", slug }),
        label: `Wiki page ${titleOfSlug(slug)} in ${project}`,
      };
    }
    case "comment":
    case "merge-request": {
      const { data } = commentKey.safeParse(value);
      if (!data) return null;
      const [account, project, iid] = data;
      return {
        account,
        href: hrefs.mergeRequest(account, project, iid),
        label: `${partLabels[part] ?? "Comment on"} ${project}!${iid}`,
      };
    }
    default:
      return sectionLink(kind, value);
  }
}

function sectionLink(kind: string, value: unknown): DraftLink | null {
  const form = sectionForms[kind];
  const { data } = sectionKey.safeParse(value);
  if (!form || !data) return null;
  const [account, project] = data;
  return {
    account,
    href: hrefs.project(account, project, form.part),
    label: `${form.label} ${project}`,
  };
}

function partLink(name: string, value: unknown): DraftLink | null {
  const { data } = partKey.safeParse(value);
  if (!data) return null;
  const [account, project, iid] = data;
  return { account, href: hrefs.mergeRequest(account, project, iid), label: `${name} on ${project}!${iid}` };
}

function snippetLink(account: string, project: string | null, id: number | "new"): DraftLink {
  const label = id === "new" ? "New snippet" : `Snippet $${id}`;
  return {
    account,
    href: id === "new" ? hrefs.snippet(account, project, id) : hrefs.snippetEdit(account, project, id),
    label: project === null ? label : `${label} in ${project}`,
  };
}
