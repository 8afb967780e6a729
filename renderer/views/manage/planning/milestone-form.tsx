import { ArrowUpFromLine, CircleCheck, CircleDot, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  createGroupMilestone,
  createMilestone,
  deleteGroupMilestone,
  deleteMilestone,
  type Milestone,
  promoteMilestone,
  updateGroupMilestone,
  updateMilestone,
} from "../../../../shared/api/resources/milestones.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { describeProblem, failureOf } from "../../../api/describe-problem.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { confirmRemoval } from "../../../features/settings-list/confirm-removal.ts";
import { clearFormDraft, useFormDraft } from "../../../state/form-draft.ts";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { DraftDialog } from "../../../ui/overlays/form-dialog.tsx";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import styles from "./planning.module.css";
import type { Holder } from "./use-holder.ts";

/** Returns the key of the draft of a milestone. */
const draftKeyOf = ({ account, kind, path }: Holder, id: number | "new"): string =>
  `${kind === "group" ? "group-milestone" : "milestone"} ${JSON.stringify([account, path, id])}`;

interface MilestoneDialogProps {
  readonly holder: Holder;
  /** The one that is edited; a new one is created where it is left out. */
  readonly milestone?: Milestone;
  readonly onClose: () => void;
}

/** Creates or changes a milestone. The draft is stored until then. */
export function MilestoneDialog({ holder, milestone, onClose }: MilestoneDialogProps) {
  const { kind, path: id } = holder;
  const write = {
    create: useWrite(createMilestone),
    createInGroup: useWrite(createGroupMilestone),
    update: useWrite(updateMilestone),
    updateInGroup: useWrite(updateGroupMilestone),
  };
  const draft = useFormDraft(draftKeyOf(holder, milestone?.id ?? "new"), {
    title: milestone?.title ?? "",
    description: milestone?.description ?? "",
    start: milestone?.start_date ?? "",
    due: milestone?.due_date ?? "",
  });
  const { title, description, start, due } = draft.fields;
  const isBackwards = start !== "" && due !== "" && due < start;
  const submission = useSubmit(
    async () => {
      const fields = { title: title.trim(), description, start_date: start, due_date: due };
      if (milestone) {
        const one = { id, milestone_id: milestone.id, ...fields };
        await (kind === "group" ? write.updateInGroup(one) : write.update(one));
        toast.success(`Saved ${fields.title}`);
      } else {
        await (kind === "group" ? write.createInGroup({ id, ...fields }) : write.create({ id, ...fields }));
        toast.success(`Created ${fields.title}`);
      }
      draft.clear();
      onClose();
    },
    { fields: ["title", "start_date", "due_date"] },
  );
  return (
    <DraftDialog
      onClose={onClose}
      title={milestone ? `Edit ${milestone.title}` : "New milestone"}
      submitLabel={milestone ? "Save" : "Create milestone"}
      draft={draft}
      draftName={milestone ? `changes to ${milestone.title}` : "milestone draft"}
      submission={submission}
      isReady={title.trim() !== "" && !isBackwards}
    >
      <TextField
        label="Title"
        value={title}
        onChange={(next) => draft.change({ title: next })}
        autoFocus
        maxLength={255}
        error={submission.errorOf("title")}
      />
      <div className={styles.dates}>
        <TextField
          label="Start date"
          type="date"
          value={start}
          onChange={(next) => draft.change({ start: next })}
          error={submission.errorOf("start_date")}
        />
        <TextField
          label="Due date"
          type="date"
          value={due}
          onChange={(next) => draft.change({ due: next })}
          error={
            submission.errorOf("due_date") ??
            (isBackwards ? "The due date is before the start date." : undefined)
          }
        />
      </div>
      <TextArea
        label="Description"
        value={description}
        onChange={(next) => draft.change({ description: next })}
        rows={4}
        hint="Markdown. May be left empty."
      />
    </DraftDialog>
  );
}

/** Returns a function that closes a milestone, or opens it again; the message that it did has an Undo. */
export function useChangeState({ kind, path: id }: Holder): (milestone: Milestone) => Promise<void> {
  const update = useWrite(updateMilestone);
  const updateInGroup = useWrite(updateGroupMilestone);
  const set = async (
    { id: milestone_id, title }: Milestone,
    closes: boolean,
    undo: boolean,
  ): Promise<void> => {
    const one = { id, milestone_id, state_event: closes ? "close" : "activate" } as const;
    try {
      const changed = await (kind === "group" ? updateInGroup(one) : update(one));
      const action = { label: "Undo", onSelect: () => void set(changed, !closes, false) };
      toast.success(`${closes ? "Closed" : "Reopened"} ${title}`, undo ? { action } : {});
    } catch (error) {
      toast.problem(`${title} was not ${closes ? "closed" : "reopened"}`, describeProblem(error));
    }
  };
  return (milestone) => set(milestone, milestone.state !== "closed", true);
}

interface MilestoneMenuProps {
  readonly holder: Holder;
  readonly milestone: Milestone;
  readonly mayPromote: boolean;
  /** Called once it is no milestone of the holder any more. */
  readonly onGone?: () => void;
}

/** Edit, close or reopen, promote and delete. */
export function MilestoneMenu({ holder, milestone, mayPromote, onGone }: MilestoneMenuProps) {
  const [editing, setEditing] = useState(false);
  const { kind, path: id } = holder;
  const remove = useWrite(deleteMilestone);
  const removeInGroup = useWrite(deleteGroupMilestone);
  const promote = useWrite(promoteMilestone);
  const changeState = useChangeState(holder);
  const { title } = milestone;
  const one = { id, milestone_id: milestone.id };
  const isClosed = milestone.state === "closed";
  const confirmDelete = async () => {
    const isDone = await confirmRemoval({
      verb: "Delete",
      name: title,
      noun: "milestone",
      description: "What is planned for it stays, without a milestone. This cannot be undone.",
      send: () => (kind === "group" ? removeInGroup(one) : remove(one)),
    });
    if (!isDone) return;
    clearFormDraft(draftKeyOf(holder, milestone.id));
    onGone?.();
  };
  const confirmPromotion = async () => {
    const isDone = await confirm({
      title: `Promote ${title} to a group milestone?`,
      description: `All projects of ${folderOf(id)} get it. Their milestones of the same title become part of it. This cannot be undone.`,
      confirmLabel: "Promote milestone",
      failureTitle: `${title} was not promoted`,
      attempt: () => failureOf(promote(one)),
    });
    if (!isDone) return;
    toast.success(`${title} is a milestone of ${folderOf(id)}`);
    onGone?.();
  };
  return (
    <>
      <MoreMenu of={title} size="s">
        <MenuItem icon={PencilLine} onSelect={() => setEditing(true)}>
          Edit…
        </MenuItem>
        <MenuItem
          writes
          icon={isClosed ? CircleDot : CircleCheck}
          onSelect={() => void changeState(milestone)}
        >
          {isClosed ? "Reopen" : "Close"}
        </MenuItem>
        {mayPromote ? (
          <MenuItem writes icon={ArrowUpFromLine} onSelect={() => void confirmPromotion()}>
            Promote to group milestone…
          </MenuItem>
        ) : null}
        <MenuItem writes icon={Trash2} danger onSelect={() => void confirmDelete()}>
          Delete…
        </MenuItem>
      </MoreMenu>
      {editing ? (
        <MilestoneDialog holder={holder} milestone={milestone} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
