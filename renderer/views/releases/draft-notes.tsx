import { useState } from "react";
import { listProjectMergeRequests } from "../../../shared/api/resources/merge-requests.ts";
import { compareRefs } from "../../../shared/api/resources/repository.ts";
import { listTags } from "../../../shared/api/resources/tags.ts";
import { type NotesGrouping, releaseNotes } from "../../../shared/merge-requests/release-notes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { fetchOperation, requestOperation } from "../../api/fetch-operation.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import styles from "./releases.module.css";

const groupings: readonly { readonly value: NotesGrouping; readonly label: string }[] = [
  { value: "conventional", label: "Types of Conventional Commits" },
  { value: "label", label: "Labels" },
  { value: "none", label: "Nothing" },
];

/** Tags that are offered as the last release. */
const maxTags = 50;

interface NotesRange {
  readonly project: string;
  readonly from: string;
  readonly to: string;
}

/** Reads what was committed and merged between two refs, latest first. */
async function readReleased(account: string, { project: id, from, to }: NotesRange) {
  const { commits } = await fetchOperation(account, compareRefs, { id, from, to });
  const times = commits
    .map((each) => Date.parse(each.committed_date ?? each.created_at ?? ""))
    .filter(Boolean);
  if (times.length === 0) return { commits: [], mergeRequests: [] };
  // Every one that brought a commit was merged, and so updated, after the first of them was made.
  const after = new Date(Math.min(...times)).toISOString();
  const merged = { id, state: "merged", updated_after: after, per_page: 100 } as const;
  const { data } = await requestOperation(account, listProjectMergeRequests, merged, { pages: "all" });
  return {
    commits: commits.toReversed().map((each) => ({ ...each, message: each.message ?? each.title })),
    mergeRequests: data.map((each) => ({
      iid: each.iid,
      title: each.title,
      labels: each.labels,
      author: each.author?.username ?? null,
      hashes: [each.merge_commit_sha, each.squash_commit_sha, each.sha].filter(
        (hash) => typeof hash === "string",
      ),
    })),
  };
}

interface DraftNotesProps {
  readonly project: string;
  /** Tag of the release; empty before it is named. */
  readonly tag: string;
  /** Ref with the commits of the release: its tag, or what that is made from. */
  readonly target: string;
  readonly onDraft: (notes: string) => void;
}

/** Drafts the notes of a release from the commits and merge requests since another tag. */
export function DraftNotes({ project, tag, target, onDraft }: DraftNotesProps) {
  const account = useAccountId();
  const tags = useOperation(listTags, { id: project, per_page: maxTags });
  const [chosen, setChosen] = useState<string | null>(null);
  const [grouping, setGrouping] = useState<NotesGrouping>("conventional");
  const names = (tags.data ?? []).map(({ name }) => name);
  const others = names.filter((name) => name !== tag);
  // The one before the release's own.
  const since =
    chosen ?? names.slice(names.indexOf(tag) + 1).find((name) => name !== tag) ?? others[0] ?? null;
  const drafting = useSubmit(async () => {
    if (since === null) return;
    const notes = releaseNotes(await readReleased(account, { project, from: since, to: target }), grouping);
    if (notes === "") toast.info(`Nothing changed from ${since} to ${target}`);
    else onDraft(notes);
  });
  if (others.length === 0) return null;
  return (
    <>
      <div className={cx(flow.wrapEnd, styles.pair)}>
        <Select
          label="Changes since"
          value={since}
          onChange={setChosen}
          options={others.map((name) => ({ value: name, label: name }))}
        />
        <Select label="Grouped by" value={grouping} onChange={setGrouping} options={groupings} />
        <Button loading={drafting.isPending} onClick={drafting.submit}>
          Draft notes
        </Button>
      </div>
      {drafting.failure ? <ErrorState inline {...drafting.failure} /> : null}
    </>
  );
}
