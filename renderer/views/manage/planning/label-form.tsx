import { ArrowUpFromLine, PencilLine, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import {
  createGroupLabel,
  createLabel,
  deleteGroupLabel,
  deleteLabel,
  type Label,
  promoteLabel,
  updateGroupLabel,
  updateLabel,
} from "../../../../shared/api/resources/labels.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { failureOf } from "../../../api/describe-problem.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { issuesText } from "../../../features/issues/issue-project.ts";
import { LabelMark, Swatch } from "../../../features/labels/labels.tsx";
import { mergeRequestsText } from "../../../features/merge-requests/merge-request-texts.ts";
import { confirmRemoval } from "../../../features/settings-list/confirm-removal.ts";
import { clearFormDraft, useFormDraft } from "../../../state/form-draft.ts";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { DraftDialog } from "../../../ui/overlays/form-dialog.tsx";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import styles from "./planning.module.css";
import type { Holder } from "./use-holder.ts";

/** Colours to choose from; any other can be typed. */
const colours = [
  { name: "Red", value: "#c0392b" },
  { name: "Orange", value: "#c05a1a" },
  { name: "Amber", value: "#b38600" },
  { name: "Green", value: "#2e7d5b" },
  { name: "Teal", value: "#1f7a85" },
  { name: "Blue", value: "#3b7ea1" },
  { name: "Indigo", value: "#5b6abf" },
  { name: "Purple", value: "#7a4fa3" },
  { name: "Pink", value: "#b0457b" },
  { name: "Brown", value: "#7d5a3c" },
  { name: "Grey", value: "#6b7280" },
] as const;

const isColour = (text: string): boolean => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);
const isPriority = (text: string): boolean => /^\d{0,6}$/.test(text);

/** Returns the key of the draft of a label. */
const draftKeyOf = ({ account, kind, path }: Holder, id: number | "new"): string =>
  `${kind === "group" ? "group-label" : "label"} ${JSON.stringify([account, path, id])}`;

interface LabelDialogProps {
  readonly holder: Holder;
  /** The one that is edited; a new one is created where it is left out. */
  readonly label?: Label;
  readonly onClose: () => void;
}

/** Creates or changes a label. The draft is stored until then. */
export function LabelDialog({ holder, label, onClose }: LabelDialogProps) {
  const { kind, path: id } = holder;
  const write = {
    create: useWrite(createLabel),
    createInGroup: useWrite(createGroupLabel),
    update: useWrite(updateLabel),
    updateInGroup: useWrite(updateGroupLabel),
  };
  const draft = useFormDraft(draftKeyOf(holder, label?.id ?? "new"), {
    name: label?.name ?? "",
    color: label?.color ?? colours[5].value,
    description: label?.description ?? "",
    priority: label?.priority?.toString() ?? "",
  });
  const { name, color, description, priority } = draft.fields;
  const hasComma = name.includes(",");
  const isReady = name.trim() !== "" && !hasComma && isColour(color) && isPriority(priority);
  const submission = useSubmit(
    async () => {
      const fields = { color, description: description.trim() };
      const order = { priority: priority === "" ? null : Number(priority) };
      const title = name.trim();
      if (label) {
        const one = {
          id,
          label_id: label.id,
          ...fields,
          ...(title === label.name ? {} : { new_name: title }),
        };
        await (kind === "group" ? write.updateInGroup(one) : write.update({ ...one, ...order }));
        toast.success(`Saved ${title}`);
      } else {
        const made = { id, name: title, ...fields };
        await (kind === "group" ? write.createInGroup(made) : write.create({ ...made, ...order }));
        toast.success(`Created ${title}`);
      }
      draft.clear();
      onClose();
    },
    { fields: ["title", "color", "priority"] },
  );
  return (
    <DraftDialog
      onClose={onClose}
      title={label ? `Edit ${label.name}` : "New label"}
      submitLabel={label ? "Save" : "Create label"}
      draft={draft}
      draftName={label ? `changes to ${label.name}` : "label draft"}
      submission={submission}
      isReady={isReady}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(next) => draft.change({ name: next })}
        autoFocus
        maxLength={255}
        placeholder="needs review"
        error={submission.errorOf("title") ?? (hasComma ? "A name cannot have a comma." : undefined)}
      />
      <ColourChoice value={color} onChange={(next) => draft.change({ color: next })} />
      <TextField
        label="Color"
        mono
        value={color}
        onChange={(next) => draft.change({ color: next.trim() })}
        maxLength={7}
        suffix={<Swatch color={color} />}
        error={
          submission.errorOf("color") ??
          (isColour(color) ? undefined : "Enter # and three or six hexadecimal digits.")
        }
      />
      <TextField
        label="Description"
        value={description}
        onChange={(next) => draft.change({ description: next })}
        hint="May be left empty."
      />
      {kind === "project" ? (
        <TextField
          label="Priority"
          inputMode="numeric"
          value={priority}
          onChange={(next) => draft.change({ priority: next.trim() })}
          hint="Labels with lower numbers come first. Leave empty for none."
          error={
            submission.errorOf("priority") ?? (isPriority(priority) ? undefined : "Enter a whole number.")
          }
        />
      ) : null}
      <p className={styles.preview}>
        <LabelMark name={name.trim() || "Label"} color={color} />
      </p>
    </DraftDialog>
  );
}

interface ColourChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The usual colours, one of which is chosen by arrow keys or a click. */
function ColourChoice({ value, onChange }: ColourChoiceProps) {
  const group = useId();
  return (
    <fieldset className={styles.colours}>
      <legend>Usual colors</legend>
      {colours.map((colour) => (
        <label key={colour.value} className={styles.colour} title={colour.name}>
          <input
            type="radio"
            name={group}
            checked={value.toLowerCase() === colour.value}
            onChange={() => onChange(colour.value)}
            style={{ background: colour.value }}
          />
          <VisuallyHidden>{colour.name}</VisuallyHidden>
        </label>
      ))}
    </fieldset>
  );
}

interface LabelMenuProps {
  readonly holder: Holder;
  readonly label: Label;
  readonly mayPromote: boolean;
}

/** Edit, promote and delete. */
export function LabelMenu({ holder, label, mayPromote }: LabelMenuProps) {
  const [editing, setEditing] = useState(false);
  const { kind, path: id } = holder;
  const remove = useWrite(deleteLabel);
  const removeInGroup = useWrite(deleteGroupLabel);
  const promote = useWrite(promoteLabel);
  const one = { id, label_id: label.id };
  const confirmDelete = async () => {
    const { open_issues_count: issues, open_merge_requests_count: requests } = label;
    const open = [issues ? issuesText(issues) : null, requests ? mergeRequestsText(requests) : null].filter(
      Boolean,
    );
    const isDone = await confirmRemoval({
      verb: "Delete",
      name: label.name,
      noun: "label",
      description: `It is taken off everything that has it${open.length > 0 ? `, ${open.join(" and ")} that are open among it` : ""}. This cannot be undone.`,
      send: () => (kind === "group" ? removeInGroup(one) : remove(one)),
    });
    if (isDone) clearFormDraft(draftKeyOf(holder, label.id));
  };
  const confirmPromotion = async () => {
    const isDone = await confirm({
      title: `Promote ${label.name} to a group label?`,
      description: `All projects of ${folderOf(id)} get it. Their labels of the same name become part of it. This cannot be undone.`,
      confirmLabel: "Promote label",
      failureTitle: `${label.name} was not promoted`,
      attempt: () => failureOf(promote(one)),
    });
    if (isDone) toast.success(`${label.name} is a label of ${folderOf(id)}`);
  };
  return (
    <>
      <MoreMenu of={label.name} size="s">
        <MenuItem icon={PencilLine} onSelect={() => setEditing(true)}>
          Edit…
        </MenuItem>
        {mayPromote ? (
          <MenuItem writes icon={ArrowUpFromLine} onSelect={() => void confirmPromotion()}>
            Promote to group label…
          </MenuItem>
        ) : null}
        <MenuItem writes icon={Trash2} danger onSelect={() => void confirmDelete()}>
          Delete…
        </MenuItem>
      </MoreMenu>
      {editing ? <LabelDialog holder={holder} label={label} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
