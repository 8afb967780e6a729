import { z } from "zod";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { titleOfSlug } from "../../features/wiki/wiki-address.ts";

/** Where a draft was written, and what it is called. */
export interface DraftLink {
  readonly account: string;
  readonly href: string;
  readonly label: string;
}

const snippetKey = z.tuple([z.string(), z.string().nullable(), z.union([z.literal("new"), z.int()])]);
const noteKey = z.tuple([
  z.string(),
  z.object({ kind: z.enum(["issue", "snippet"]), project: z.string(), number: z.int() }),
]);
/** Account, project, and the number, commit or page that the draft belongs to. */
const commentKey = z.tuple([z.string(), z.string(), z.coerce.string()]);

/** Reads the key of a draft, such as `note ["1",{"kind":"issue",…}]`. Returns null for one that has no page of its own. */
export function draftLink(key: string): DraftLink | null {
  // A general comment is kept under the key of its merge request; earlier versions left that name out.
  const [, kind = "", rest = ""] = /^(?:comment (?=merge-request ))?([\w-]+) (.*)$/s.exec(key) ?? [];
  const value = parsed(rest);
  switch (kind) {
    case "snippet": {
      const { data } = snippetKey.safeParse(value);
      return data ? snippetLink(...data) : null;
    }
    case "note": {
      const { data } = noteKey.safeParse(value);
      if (!data) return null;
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
        label: `Comment on ${project}!${iid}`,
      };
    }
    default:
      return null;
  }
}

function snippetLink(account: string, project: string | null, id: number | "new"): DraftLink {
  const label = id === "new" ? "New snippet" : `Snippet $${id}`;
  return {
    account,
    href: id === "new" ? hrefs.snippet(account, project, id) : hrefs.snippetEdit(account, project, id),
    label: project === null ? label : `${label} in ${project}`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
