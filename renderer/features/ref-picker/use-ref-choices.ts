import { useState } from "react";
import { listBranches } from "../../../shared/api/resources/branches.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { branchRef, readRefName, shortRef, tagRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSettled } from "../../ui/use-settled.ts";
import { checkedOut, useOriginal } from "../local-repositories/use-original.ts";
import { defaultFirst } from "./use-branch-search.ts";

/** An entry of the list of refs. */
interface RefItem {
  readonly id: string;
  readonly kind: "branch" | "tag" | "commit";
  readonly ref: string;
  readonly label: string;
  readonly section: string;
  readonly selected: boolean;
  readonly hint: string | undefined;
}

/** Returns whether a ref is a commit's whole hash. */
export const isHash = (ref: string): boolean => /^(?:[\da-f]{40}|[\da-f]{64})$/.test(ref);

/** Milliseconds after the last key before a request. */
const typingDelayMs = 150;

/** Branches, the default one first, and tags that match what is typed, or the commit whose hash it is. */
export function useRefChoices(project: string, current: string | null, defaultBranch: string | null) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const typed = query.trim();
  const search = useSettled(typed, typingDelayMs);
  const input = { id: project, per_page: 50, ...(search ? { search } : {}) };
  const options = { enabled: open, keepPrevious: true };
  const branches = useOperation(listBranches, input, options);
  const tags = useOperation(listTags, input, options);
  const original = useOriginal(useAccountId(), project, open);
  const guarded = new Set((branches.data ?? []).filter((one) => one.protected).map(({ name }) => name));
  const names = defaultFirst(branches.data ?? [], defaultBranch, search);
  const tagNames = new Set((tags.data ?? []).map(({ name }) => name));
  const toItem = (kind: RefItem["kind"], name: string, section: string, hint?: string): RefItem => {
    // A name alone is a branch here, but not for every service.
    const ref = kind === "tag" ? tagRef(name) : tagNames.has(name) ? branchRef(name) : name;
    const isPlain = current === name && (kind !== "tag" || !names.includes(name));
    const selected =
      current !== null && (isPlain || (readRefName(current).kind === kind && shortRef(current) === name));
    return { id: `${kind} ${name}`, kind, ref, label: name, section, selected, hint };
  };
  const items = [
    ...names.map((name) =>
      toItem(
        "branch",
        name,
        "Branches",
        [
          name === defaultBranch ? "default" : guarded.has(name) ? "protected" : "",
          checkedOut(original, name) ? "checked out" : "",
        ]
          .filter(Boolean)
          .join(" · ") || undefined,
      ),
    ),
    ...(tags.data ?? []).map((tag) =>
      toItem("tag", tag.name, "Tags", tag.commit?.short_id ?? "not of a commit"),
    ),
    ...(/^[\da-f]{7,64}$/i.test(typed) ? [toItem("commit", typed, "Commit")] : []),
  ];
  return {
    items,
    onQuery: setQuery,
    onOpenChange: setOpen,
    loading: branches.isFetching || tags.isFetching || search !== typed,
    empty: "No branch or tag has this name.",
    problem: problemText(branches.error ?? tags.error),
  };
}
