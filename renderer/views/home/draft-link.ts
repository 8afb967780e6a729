import { parseJson } from "../../../shared/text/parse-json.ts";
import { hrefs, type ListPart } from "../../features/addresses/hrefs.ts";
import { titleOfSlug } from "../../features/addresses/wiki-address.ts";

/** Address and name of a draft. */
export interface DraftLink {
  readonly account: string;
  readonly href: string;
  readonly label: string;
}

/** Returns whether a value is of a kind. */
type Guard<T> = (value: unknown) => value is T;
const isText: Guard<string> = (value) => typeof value === "string";
const isNumber: Guard<number> = (value): value is number => Number.isSafeInteger(value);
const isNull: Guard<null> = (value) => value === null;
const isNew: Guard<"new"> = (value) => value === "new";
const either =
  <A, B>(a: Guard<A>, b: Guard<B>): Guard<A | B> =>
  (value): value is A | B =>
    a(value) || b(value);

/** Reads the parts of a draft's key, as JSON has them; null where they are others. */
const keyOf =
  <T extends readonly unknown[]>(...parts: { readonly [I in keyof T]: Guard<T[I]> }) =>
  (value: unknown): T | null => {
    const isKey = (list: readonly unknown[]): list is T =>
      list.length === parts.length && parts.every((isPart, index) => isPart(list[index]));
    return Array.isArray(value) && isKey(value) ? value : null;
  };

interface NoteParent {
  readonly kind: "issue" | "snippet";
  readonly project: string;
  readonly number: number;
}
const isNoteParent: Guard<NoteParent> = (value): value is NoteParent =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  (value.kind === "issue" || value.kind === "snippet") &&
  "project" in value &&
  isText(value.project) &&
  "number" in value &&
  isNumber(value.number);

const snippetKey = keyOf(isText, either(isText, isNull), either(isNew, isNumber));
const noteKey = keyOf(isText, isNoteParent);
const noteEditKey = keyOf(isText, isNoteParent, isNumber);
/** Account, project, number of the merge request, and its thread or comment. */
const partKey = keyOf(isText, isText, isNumber, either(isText, isNumber));
/** Account, project, commit, path, first and last line. */
const fileKey = keyOf(isText, isText, isText, isText, isNumber, isNumber);
/** Account, project and tag; null for a new release. */
const releaseKey = keyOf(isText, isText, either(isText, isNull));
const projectKey = keyOf(isText, isText);
/** Account, project, ref and path. */
const submoduleKey = keyOf(isText, isText, isText, isText);
/** Account, project, and the number, commit, page or tag that the draft belongs to. */
const commentKey = keyOf(isText, isText, either(isText, isNumber));

/** Parts of a merge request or an issue that are drafts of their own. */
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
  schedule: { part: "schedules", label: "Schedule of" },
  pipeline: { part: "pipelines", label: "New pipeline of" },
  "pipeline-inputs": { part: "pipelines", label: "New pipeline of" },
  label: { part: "labels", label: "Label of" },
  "project-settings": { part: "settings", label: "Settings of" },
  milestone: { part: "milestones", label: "Milestone of" },
};

/** Reads the key of a draft, such as `note ["1",{"kind":"issue",…}]`. Returns null for one that has no page of its own. */
export function draftLink(key: string): DraftLink | null {
  // What belongs to a merge request or an issue as a whole is stored under its key; earlier versions left that name out.
  const [, part = "comment", kind = "", rest = ""] =
    /^(?:(comment|title|description|review-summary|conflict-message) (?=(?:merge-request|issue) ))?(?:([\w-]+) )?(\[.*)$/s.exec(
      key,
    ) ?? [];
  const value = parseJson(rest);
  if (value === undefined) return accountFormLink(key);
  switch (kind) {
    // The key of a release has no word.
    case "": {
      const data = releaseKey(value);
      if (!data) return null;
      const [account, project, tag] = data;
      return {
        account,
        href: hrefs.project(account, project, "releases", {}, tag ?? ""),
        label: tag === null ? `New release in ${project}` : `Release ${tag} in ${project}`,
      };
    }
    case "release-notes": {
      const data = commentKey(value);
      if (!data) return null;
      const [account, project, tag] = data;
      const search = String(tag);
      const href = hrefs.project(account, project, "tags", { search });
      return { account, href, label: `Release notes of ${search} in ${project}` };
    }
    case "submodule": {
      const data = submoduleKey(value);
      if (!data) return null;
      const [account, project, ref, path] = data;
      return {
        account,
        href: hrefs.project(account, project, "files", { ref, path }),
        label: `Commit of the submodule ${path} in ${project}`,
      };
    }
    case "snippet": {
      const data = snippetKey(value);
      return data ? snippetLink(...data) : null;
    }
    case "reply":
      return partLink("Reply", value);
    case "new-merge-request": {
      const data = projectKey(value);
      if (!data) return null;
      const [account, project] = data;
      const href = hrefs.project(account, project, "merge_requests", { create: "1" });
      return { account, href, label: `New merge request in ${project}` };
    }
    case "new-issue": {
      const data = projectKey(value);
      if (!data) return null;
      const [account, project] = data;
      const href = hrefs.project(account, project, "issues", { create: "1" });
      return { account, href, label: `New issue in ${project}` };
    }
    case "issue-reply": {
      const data = partKey(value);
      if (!data) return null;
      const [account, project, iid] = data;
      return { account, href: hrefs.issue(account, project, iid), label: `Reply on ${project}#${iid}` };
    }
    case "issue": {
      const data = commentKey(value);
      if (!data) return null;
      const [account, project, iid] = data;
      const label = `${partLabels[part] ?? "Comment on"} ${project}#${iid}`;
      return { account, href: hrefs.issue(account, project, iid), label };
    }
    case "job-variables": {
      const data = commentKey(value);
      if (!data) return null;
      const [account, project, job] = data;
      const href = hrefs.job(account, project, Number(job));
      return { account, href, label: `Variables of job #${job} in ${project}` };
    }
    case "file-comment": {
      const data = fileKey(value);
      if (!data) return null;
      const [account, project, ref, path, from, to] = data;
      const lines = from === to ? `L${from}` : `L${from}-${to}`;
      const href = hrefs.project(account, project, "files", { ref, path }, lines);
      return { account, href, label: `Comment on ${path} in ${project}` };
    }
    case "edit-note":
    case "note": {
      const data = noteKey(value) ?? noteEditKey(value);
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
      const data = commentKey(value);
      if (!data) return null;
      const [account, project, commit] = data;
      const sha = String(commit);
      return {
        account,
        href: hrefs.commit(account, project, sha),
        label: `Comment on ${project}@${sha.slice(0, 8)}`,
      };
    }
    case "wiki": {
      const data = commentKey(value);
      if (!data) return null;
      const [account, project, page] = data;
      const slug = String(page);
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
      const data = commentKey(value);
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

/** The same of a group. */
const groupForms: Readonly<
  Record<string, { readonly part: Parameters<typeof hrefs.groupPart>[2]; readonly label: string }>
> = {
  "group-label": { part: "labels", label: "Label of" },
  "group-milestone": { part: "milestones", label: "Milestone of" },
};

function sectionLink(kind: string, value: unknown): DraftLink | null {
  const ofGroup = groupForms[kind];
  const form = sectionForms[kind];
  // What is edited there follows.
  const data = projectKey(Array.isArray(value) ? value.slice(0, 2) : value);
  if (ofGroup && data) {
    const [account, group] = data;
    return {
      account,
      href: hrefs.groupPart(account, group, ofGroup.part),
      label: `${ofGroup.label} ${group}`,
    };
  }
  if (!form || !data) return null;
  const [account, project] = data;
  return {
    account,
    href: hrefs.project(account, project, form.part),
    label: `${form.label} ${project}`,
  };
}

function partLink(name: string, value: unknown): DraftLink | null {
  const data = partKey(value);
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

interface FormLink {
  readonly account: string;
  readonly href: string;
  readonly label: string;
}

type Reader = (account: string, id: string) => Omit<FormLink, "account">;

/** Forms outside of projects, by the first word of their drafts' keys; the account and an id follow it. */
const accountForms: Readonly<Record<string, Reader>> = {
  status: (account) => ({ href: hrefs.me(account), label: "Status" }),
  profile: (account) => ({ href: hrefs.me(account), label: "Changes to your profile" }),
  "ssh-key": (account) => ({ href: hrefs.me(account, "keys"), label: "New SSH key" }),
  "ssh-key-title": (account) => ({ href: hrefs.me(account, "keys"), label: "New SSH key" }),
  "system hook": (account) => ({ href: hrefs.admin(account, "hooks"), label: "New system hook" }),
  "user key": (account, id) => ({
    href: hrefs.admin(account, "users", { user: id }),
    label: `SSH key of user #${id}`,
  }),
  user: (account, id) =>
    id === "new"
      ? { href: hrefs.admin(account, "users"), label: "New user" }
      : { href: hrefs.admin(account, "users", { user: id }), label: `Changes to user #${id}` },
  runner: (account, id) => ({
    href: hrefs.runners(account, { runner: id }),
    label: `Changes to runner #${id}`,
  }),
  "new-project": (account) => ({ href: hrefs.newProject(account), label: "New project" }),
  "group edit": (account, id) => ({ href: hrefs.group(account, id), label: `Changes to group #${id}` }),
  "group below": (account, id) =>
    id === "top"
      ? { href: hrefs.groups(account), label: "New group" }
      : { href: hrefs.group(account, id), label: `New subgroup of group #${id}` },
};

/** Returns the link of a form outside of projects, such as `user local 7`; null for another key. */
function accountFormLink(key: string): FormLink | null {
  // A group's key has the account between its words.
  const [, form = "", account = "", more, id = ""] =
    /^([a-z]+(?:[ -]key|-key-title| hook|-project)?) (\S+)(?: (edit|below))?(?: (\S+))?$/.exec(key) ?? [];
  const read = accountForms[more ? `${form} ${more}` : form];
  return read ? { account, ...read(account, id) } : null;
}
