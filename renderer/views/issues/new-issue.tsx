import { useMemo, useState } from "react";
import type { IssueDetail } from "../../../shared/api/resources/issue-shapes.ts";
import { createIssue } from "../../../shared/api/resources/issues.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { MarkdownField } from "../../features/comments/markdown-field.tsx";
import { LabelMark, LabelPicker, useLabelColors } from "../../features/labels/labels.tsx";
import { useReferenceSources } from "../../features/markdown/reference-sources.ts";
import { PeoplePicker } from "../../features/people/people-picker.tsx";
import { TemplateMenu, useDescriptionTemplates } from "../../features/work-page/description-templates.tsx";
import styles from "../../features/work-page/new-work.module.css";
import { assigneesInput, MilestonePicker, Person } from "../../features/work-page/sidebar-fields.tsx";
import { addText } from "../../state/drafts.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { DiscardButton } from "../../ui/buttons/discard-button.tsx";
import { emojiSource } from "../../ui/emoji/emoji-source.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";

interface NewIssueProps {
  readonly project: string;
  readonly onClose: () => void;
  readonly onCreated: (made: IssueDetail) => void;
}

/** Creates an issue. The draft is stored until the service has created it. */
export function NewIssue({ project, onClose, onCreated }: NewIssueProps) {
  const account = useAccountId();
  const branch = useOperation(getProject, { id: project }).data?.default_branch ?? undefined;
  const { draft, change, clear, restore, isBlank } = useIssueDraft(account, project);
  const write = useWrite(createIssue);
  const sources = useReferenceSources(project);
  const completions = useMemo(() => [...sources, emojiSource], [sources]);
  const templates = useDescriptionTemplates("issue", project, branch);
  // The project's default template is proposed, and is no draft before something was typed.
  const [isCleared, setCleared] = useState(false);
  const description = draft.description || (isCleared ? "" : (templates?.proposed ?? ""));
  const submission = useSubmit(async () => {
    const made = await write({
      id: project,
      title: draft.title.trim(),
      description: description || undefined,
      ...(draft.assignees.length > 0 ? assigneesInput(draft.assignees) : {}),
      labels: draft.labels.join(",") || undefined,
      milestone_id: draft.milestone?.id,
      due_date: draft.due || undefined,
      confidential: draft.isConfidential || undefined,
    });
    if (made.assignees.length < draft.assignees.length)
      toast.warning(`The service saved ${made.assignees.length} of ${draft.assignees.length} assignees`);
    clear();
    onClose();
    onCreated(made);
  });
  const discard = () => {
    clear();
    onClose();
    toast.discarded("issue draft", () => restore(draft));
  };
  return (
    <FormDialog
      onClose={onClose}
      title="New issue"
      size="l"
      submitLabel="Create issue"
      actions={isBlank ? null : <DiscardButton onClick={discard} />}
      submission={submission}
      isReady={draft.title.trim() !== ""}
    >
      <TextField label="Title" value={draft.title} onChange={(title) => change({ title })} autoFocus />
      <MarkdownField
        label="Description (Markdown supported)"
        rows={8}
        value={description}
        onChange={(text) => {
          setCleared(text === "");
          change({ description: text });
        }}
        completions={completions}
        tools={
          <TemplateMenu
            kind="issue"
            project={project}
            branch={branch}
            names={templates?.names ?? []}
            onChoose={(text) => change({ description: addText(description, text, templates?.proposed) })}
          />
        }
      />
      <IssueOptions project={project} draft={draft} onChange={change} />
      <Checkbox
        label="Confidential: only members of the project see it"
        checked={draft.isConfidential}
        onChange={(isConfidential) => change({ isConfidential })}
      />
    </FormDialog>
  );
}

type IssueDraft = TypedDocument<"drafts", "new-issue">["value"];

interface IssueOptionsProps {
  readonly project: string;
  readonly draft: IssueDraft;
  readonly onChange: (patch: Partial<IssueDraft>) => void;
}

/** Assignees, labels, milestone and due date of a new issue. */
function IssueOptions({ project, draft, onChange }: IssueOptionsProps) {
  const { colors } = useLabelColors(draft.labels.length > 0 ? project : null);
  return (
    <div className={styles.options}>
      <div className={styles.option}>
        <span className={layout.strong}>Assignees</span>
        {draft.assignees.map((person) => (
          <Person key={person.id} person={person} />
        ))}
        <PeoplePicker
          project={project}
          label="People to assign"
          trigger={<Button size="s">Edit assignees</Button>}
          chosen={draft.assignees}
          onDone={(people) => onChange({ assignees: [...people] })}
        />
      </div>
      <div className={styles.option}>
        <span className={layout.strong}>Labels</span>
        {draft.labels.length > 0 ? (
          <span className={flow.clusterTight}>
            {draft.labels.map((name) => (
              <LabelMark key={name} name={name} color={colors.get(name)} />
            ))}
          </span>
        ) : null}
        <LabelPicker
          project={project}
          noun="issue"
          trigger={<Button size="s">Edit labels</Button>}
          chosen={draft.labels}
          onDone={(labels) => onChange({ labels })}
        />
      </div>
      <div className={styles.option}>
        <span className={layout.strong}>Milestone</span>
        {draft.milestone ? <span>{draft.milestone.title}</span> : null}
        <MilestonePicker
          project={project}
          noun="issue"
          trigger={<Button size="s">Edit milestone</Button>}
          chosen={draft.milestone}
          onChoose={(chosen) => onChange({ milestone: chosen && { id: chosen.id, title: chosen.title } })}
        />
      </div>
      <TextField label="Due date" type="date" value={draft.due} onChange={(due) => onChange({ due })} />
    </div>
  );
}

const blank: IssueDraft = {
  title: "",
  description: "",
  assignees: [],
  labels: [],
  milestone: null,
  due: "",
  isConfidential: false,
};
const drafts = createStoredValues("drafts", "new-issue", blank);

/** Returns the draft of a project's next issue: stored on disk as it is filled in, until it was created. */
function useIssueDraft(account: string, project: string) {
  const key = `new-issue ${JSON.stringify([account, project])}`;
  const { value } = useStoredValue(drafts, key);
  return {
    draft: value,
    change: (patch: Partial<IssueDraft>) => drafts.change(key, (now) => ({ ...now, ...patch })),
    clear: () => drafts.change(key, () => blank),
    /** Restores a discarded draft, unless something has been typed since. */
    restore: (gone: IssueDraft) => drafts.change(key, (now) => (now === blank ? gone : now)),
    isBlank: JSON.stringify(value) === JSON.stringify(blank),
  };
}
