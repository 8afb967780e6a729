import { ChevronsUpDown, GitBranch, GitCommitHorizontal, Tag } from "lucide-react";
import { useId, useState } from "react";
import { getBranch, listBranches } from "../../../shared/api/resources/branches.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import type { Optional } from "../../../shared/optional.ts";
import { branchRef, readRefName, shortRef, tagRef } from "../../../shared/text/ref-name.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem, problemText } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { useSettled } from "../../ui/panes/use-settled.ts";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { checkedOut, useOriginal } from "../local-repositories/use-original.ts";
import styles from "./ref-picker.module.css";
import { defaultFirst } from "./use-branch-search.ts";

interface RefPickerProps
  extends Optional<{
    /** Shown where no ref is chosen. */
    unset: string;
  }> {
  readonly project: string;
  /** Purpose of the ref, such as "From"; shown above the button where `showsLabel` is set. */
  readonly label?: string;
  readonly showsLabel?: boolean;
  /** Chosen ref; null for none. */
  readonly current: string | null;
  readonly defaultBranch: string | null;
  readonly onChoose: (ref: string) => void;
}

const icons = { branch: GitBranch, tag: Tag, commit: GitCommitHorizontal } as const;

/** Chooses a branch, a tag or any commit; the service searches, so that thousands of them cost nothing. */
export function RefPicker({
  project,
  label = "Ref",
  showsLabel = false,
  current,
  unset,
  defaultBranch,
  onChoose,
}: RefPickerProps) {
  const kind = useRefKind(project, current, defaultBranch);
  const { items, empty, problem, ...search } = useRefChoices(project, current, defaultBranch);
  const id = useId();
  const name = current === null ? null : shortRef(current);
  const picker = (
    <Combobox
      label="Branch, tag or commit"
      placeholder="Find a branch or tag, or paste a hash"
      trigger={
        <Button
          id={id}
          className={styles.button}
          icon={icons[kind]}
          aria-label={`${label}: ${name ?? unset ?? "none"}`}
        >
          <bdi className={cx(layout.ellipsis, styles.name)}>
            {name && isHash(name) ? name.slice(0, 8) : (name ?? unset ?? "Select…")}
          </bdi>
          <Icon of={ChevronsUpDown} size={14} />
        </Button>
      }
      items={items.map((item) => ({ ...item, icon: icons[item.kind] }))}
      empty={empty}
      problem={problem}
      {...search}
      onChoose={(item) => onChoose(item.ref)}
    />
  );
  if (!showsLabel) return picker;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={layout.strong}>
        {label}
      </label>
      {picker}
    </div>
  );
}

/** Returns the kind of a ref: a name that is neither a hash nor a branch of the service is a tag's. */
function useRefKind(
  project: string,
  ref: string | null,
  defaultBranch: string | null,
): "branch" | "tag" | "commit" {
  const { kind = null } = ref === null ? {} : readRefName(ref);
  const named = ref !== null && kind === null && !isHash(ref);
  const branch = useOperation(
    getBranch,
    named && ref !== defaultBranch ? { id: project, branch: ref } : null,
  );
  if (kind !== null) return kind;
  if (ref !== null && isHash(ref)) return "commit";
  const isMissing = branch.error !== null && describeProblem(branch.error).kind === "missing";
  return isMissing && !branch.data ? "tag" : "branch";
}

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
const isHash = (ref: string): boolean => /^(?:[\da-f]{40}|[\da-f]{64})$/.test(ref);

/** Milliseconds after the last key before a request. */
const typingDelayMs = 150;

/** Branches, the default one first, and tags that match what is typed, or the commit whose hash it is. */
function useRefChoices(project: string, current: string | null, defaultBranch: string | null) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const typed = query.trim();
  const search = useSettled(typed, typingDelayMs);
  const input = { id: project, per_page: 50, search: search || undefined };
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
