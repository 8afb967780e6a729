import { useQuery } from "@tanstack/react-query";
import { FileDown, GitBranchPlus, Undo2 } from "lucide-react";
import { useState } from "react";
import { getBranch } from "../../../shared/api/resources/branches.ts";
import type { Commit, DiffEntry } from "../../../shared/api/resources/commit-shapes.ts";
import { cherryPickCommit, getCommitDiff, revertCommit } from "../../../shared/api/resources/commits.ts";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../api/account-context.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { callOperation } from "../../api/fetch-operation.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { CheckedOutNote, mayMoveCheckout } from "../../features/local-repositories/checked-out-note.tsx";
import { useCheckedOut } from "../../features/local-repositories/use-original.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Badge, type BadgeTone } from "../../ui/marks/badge.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { MenuItem } from "../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../ui/overlays/more-menu.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useSettled } from "../../ui/panes/use-settled.ts";
import { conflictsInWorker } from "../../workers/diff/diff-engine.ts";
import { decodeInWorker } from "../../workers/text/text-engine.ts";
import styles from "./commits.module.css";

/** Milliseconds after the last key before requests for a branch. */
const typingDelayMs = 200;

export type PickKind = "cherry-pick" | "revert";

const words = {
  "cherry-pick": {
    title: "Cherry-pick this commit",
    effect: (commit: Commit, branch: string) =>
      `Applies ${commit.short_id}, by ${commit.author_name}, to ${branch} as a new commit.`,
    verb: "Cherry-pick",
    done: "Cherry-picked",
  },
  revert: {
    title: "Revert this commit",
    effect: (commit: Commit, branch: string) =>
      `A new commit on ${branch} undoes the changes of ${commit.short_id}. The commit itself stays in the history.`,
    verb: "Revert",
    done: "Reverted",
  },
} as const;

interface CommitActionsProps {
  readonly onAsk: (kind: PickKind) => void;
  readonly onExport: () => void;
}

/** Actions on a commit's changes. */
export const CommitActions = ({ onAsk, onExport }: CommitActionsProps) => (
  <>
    <Button icon={GitBranchPlus} onClick={() => onAsk("cherry-pick")}>
      Cherry-pick
    </Button>
    <Button icon={Undo2} onClick={() => onAsk("revert")}>
      Revert
    </Button>
    <MoreMenu>
      <MenuItem icon={FileDown} onSelect={onExport}>
        Export…
      </MenuItem>
    </MoreMenu>
  </>
);

interface PickDialogProps {
  readonly kind: PickKind;
  readonly commit: Commit;
  readonly project: string;
  readonly onClose: () => void;
}

/** Cherry-picks or reverts a commit on a branch. */
export function PickDialog({ kind, commit, project, onClose }: PickDialogProps) {
  const account = useAccountId();
  const go = useGo();
  const write = useWrite(kind === "revert" ? revertCommit : cherryPickCommit);
  const details = useOperation(getProject, { id: project });
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? details.data?.default_branch ?? "";
  const branch = text.trim();
  const settled = useSettled(branch, typingDelayMs);
  const preview = useCherryPickPreview({ kind, commit, project, branch: settled });
  const { checkout, recheck } = useCheckedOut(account, project, branch);
  const untouchable = checkout !== undefined && !mayMoveCheckout(checkout);
  const impossible = preview.outcome === "no-branch" || preview.outcome === "nothing";
  const { title, effect, verb, done } = words[kind];
  const submission = useSubmit(async () => {
    const made = await write({
      id: project,
      sha: commit.id,
      branch,
      update_worktree: mayMoveCheckout(checkout) || undefined,
    });
    toast.success(`${done} ${commit.short_id} on ${branch}`);
    onClose();
    go(hrefs.commit(account, project, made.id));
  });
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={commit.title}
      submitLabel={verb}
      submission={submission}
      isReady={branch !== "" && !untouchable && !(impossible && settled === branch)}
      failureTitle="It does not apply"
    >
      <TextField
        label="Branch"
        mono
        value={text}
        onChange={setTyped}
        hint={effect(commit, branch || "…")}
        error={
          preview.outcome === "no-branch" && settled !== "" ? `There is no branch ${settled}.` : undefined
        }
        onFocus={(event) => event.currentTarget.select()}
        autoFocus
      />
      {checkout ? <CheckedOutNote checkout={checkout} act="pick" onRecheck={recheck} /> : null}
      <CherryPickPreview preview={preview} branch={settled} />
    </FormDialog>
  );
}

const outcomeBadges: Readonly<
  Record<FileOutcome["outcome"], { readonly label: string; readonly tone: BadgeTone }>
> = {
  changes: { label: "Changes as in the commit", tone: "added" },
  merges: { label: "Merges with the branch's own changes", tone: "changed" },
  conflicts: { label: "Conflicts: the branch changed the same lines", tone: "danger" },
  nothing: { label: "Already applied", tone: "neutral" },
  binary: { label: "Binary: not checked here", tone: "neutral" },
};

/** The preview of a cherry-pick for each file. */
function CherryPickPreview({
  preview,
  branch,
}: {
  readonly preview: CherryPickPreviewState;
  readonly branch: string;
}) {
  const { outcome, files, total } = preview;
  if (outcome === "unknown" || outcome === "no-branch") return null;
  const conflicts = files.filter((file) => file.outcome === "conflicts").length;
  const words = {
    loading: "Checking what would change…",
    nothing: `Already applied: nothing would change on ${branch}.`,
    conflicts: `${conflicts} of ${files.length} ${files.length === 1 ? "file conflicts" : "files conflict"}, so it probably cannot be applied. Apply the change by hand, or choose another branch.`,
    applies: `${files.length} ${files.length === 1 ? "file" : "files"} on ${branch}:`,
  };
  return (
    <section aria-label="What would happen">
      <p className={styles.preview} role="status">
        {words[outcome]}
      </p>
      <ul className={styles.files}>
        {files.map(({ path, outcome }) => (
          <li key={path}>
            <code>{path}</code>{" "}
            <Badge tone={outcomeBadges[outcome].tone}>{outcomeBadges[outcome].label}</Badge>
          </li>
        ))}
      </ul>
      {total > files.length && files.length > 0 ? (
        <p className={styles.preview}>{total - files.length} more files are not checked.</p>
      ) : null}
    </section>
  );
}

/** The outcome of a cherry-pick for one file. */
interface FileOutcome {
  readonly path: string;
  readonly outcome: "changes" | "merges" | "conflicts" | "nothing" | "binary";
}

/** Files that are compared. */
const maxFiles = 40;
/** Bytes of a file that are compared. */
const maxFileBytes = 2_000_000;

interface CherryPick {
  readonly account: string;
  readonly project: string;
  readonly branch: string;
  /** Commits before and after the change that is applied. */
  readonly from: string;
  readonly to: string;
}

/** Returns for each changed file what applying the change to a branch would do. Changes nothing. */
function previewCherryPick(
  pick: CherryPick,
  files: readonly DiffEntry[],
  signal: AbortSignal,
): Promise<FileOutcome[]> {
  return Promise.all(
    files.slice(0, maxFiles).map(async (file): Promise<FileOutcome> => {
      const path = file.new_path;
      const [base, theirs, ours] = await Promise.all([
        read(pick, pick.from, file.old_path, signal),
        read(pick, pick.to, file.new_path, signal),
        read(pick, pick.branch, file.old_path, signal),
      ]);
      if (base === "binary" || theirs === "binary" || ours === "binary") return { path, outcome: "binary" };
      if (ours === theirs) return { path, outcome: "nothing" };
      if (ours === base) return { path, outcome: "changes" };
      const conflicts = await conflictsInWorker(base, ours, theirs);
      return { path, outcome: conflicts > 0 ? "conflicts" : "merges" };
    }),
  );
}

/** Returns a file's text, empty where it does not exist. */
async function read(
  { account, project }: CherryPick,
  ref: string,
  path: string,
  signal: AbortSignal,
): Promise<string | "binary"> {
  try {
    const response = await callOperation(
      account,
      getRawFile,
      { id: project, file_path: path, ref },
      { signal },
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > maxFileBytes || bytes.subarray(0, 8_000).includes(0)) return "binary";
    return (await decodeInWorker(bytes, signal)) ?? "binary";
  } catch (error) {
    if (toProblem(error).status === 404) return "";
    throw error;
  }
}

interface Pick {
  readonly kind: "cherry-pick" | "revert";
  readonly commit: Commit;
  readonly project: string;
  readonly branch: string;
}

/** The preview of a cherry-pick or revert on a branch. */
interface CherryPickPreviewState {
  /** `unknown` where there is no preview, such as for a commit without a parent. */
  readonly outcome: "loading" | "no-branch" | "nothing" | "conflicts" | "applies" | "unknown";
  readonly files: readonly FileOutcome[];
  /** Files that the commit changes; only the first ones are compared. */
  readonly total: number;
}

/** Compares a branch with each file that the commit touches. */
function useCherryPickPreview({ kind, commit, project, branch }: Pick): CherryPickPreviewState {
  const account = useAccountId();
  const parent = commit.parent_ids[0];
  const head = useOperation(getBranch, branch === "" ? null : { id: project, branch });
  const diff = useOperationAll(
    getCommitDiff,
    { id: project, sha: commit.id, per_page: 100 },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const files = diff.data ?? [];
  const turned =
    kind === "revert"
      ? files.map((file) => ({ ...file, old_path: file.new_path, new_path: file.old_path }))
      : files;
  const tip = head.data?.commit.id;
  const preview = useQuery({
    queryKey: [account, "cherry-pick-preview", project, kind, commit.id, tip],
    queryFn: ({ signal }) => {
      const from = kind === "revert" ? commit.id : (parent ?? "");
      const to = kind === "revert" ? (parent ?? "") : commit.id;
      return previewCherryPick({ account, project, branch: tip ?? "", from, to }, turned, signal);
    },
    enabled: parent !== undefined && tip !== undefined && files.length > 0,
    retry: false,
  });
  const seen = preview.data ?? [];
  const outcome = () => {
    if (branch === "" || (head.error && toProblem(head.error).status === 404)) return "no-branch";
    if (!parent || head.error || diff.error || preview.error) return "unknown";
    if (!head.data || !diff.data) return "loading";
    if (files.length === 0) return "nothing";
    if (!preview.data) return "loading";
    if (seen.every((file) => file.outcome === "nothing"))
      return seen.length < files.length ? "unknown" : "nothing";
    return seen.some((file) => file.outcome === "conflicts") ? "conflicts" : "applies";
  };
  return { outcome: outcome(), files: seen, total: files.length };
}
