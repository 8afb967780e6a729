import { FileDown, GitBranchPlus, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Commit } from "../../../../shared/api/resources/commit-shapes.ts";
import { cherryPickCommit, revertCommit } from "../../../../shared/api/resources/commits.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { CheckedOutNote, movesTogether } from "../../../features/local-repositories/checked-out-note.tsx";
import { useCheckedOut } from "../../../features/local-repositories/use-original.ts";
import { Button } from "../../../ui/button.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { MenuItem } from "../../../ui/menu-item.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { CherryPickPreview } from "./cherry-pick-preview.tsx";
import { useCherryPickPreview } from "./use-cherry-pick-preview.ts";

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
  const write = useWrite();
  const details = useOperation(getProject, { id: project });
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? details.data?.default_branch ?? "";
  const branch = text.trim();
  const settled = useSettled(branch, typingDelayMs);
  const preview = useCherryPickPreview({ kind, commit, project, branch: settled });
  const { checkout, recheck } = useCheckedOut(account, project, branch);
  const untouchable = checkout !== undefined && !movesTogether(checkout);
  const impossible = preview.outcome === "no-branch" || preview.outcome === "nothing";
  const { title, effect, verb, done } = words[kind];
  const submission = useSubmit(async () => {
    const operation = kind === "revert" ? revertCommit : cherryPickCommit;
    const made = await write(operation, {
      id: project,
      sha: commit.id,
      branch,
      ...(movesTogether(checkout) ? { update_worktree: true } : {}),
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
