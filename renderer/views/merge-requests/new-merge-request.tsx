import { useMemo, useState } from "react";
import { listCommits } from "../../../shared/api/resources/commits.ts";
import { createMergeRequest } from "../../../shared/api/resources/merge-request-changes.ts";
import type { MergeRequestDetail } from "../../../shared/api/resources/merge-request-shapes.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useBranchSearch } from "../../features/ref-picker/use-branch-search.ts";
import { useReferenceSources } from "../../features/references/reference-sources.ts";
import { useDraft } from "../../state/text-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { emojiSource } from "../../ui/emoji/emoji-source.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./merge-requests.module.css";

interface NewMergeRequestProps {
  readonly project: string;
  /** Branches to begin with. */
  readonly source?: string | undefined;
  readonly target?: string | undefined;
  readonly onClose: () => void;
  readonly onCreated: (made: MergeRequestDetail) => void;
}

/** Creates a merge request. The draft is stored until the service has created it. */
export function NewMergeRequest(props: NewMergeRequestProps) {
  const { project, onClose, onCreated } = props;
  const account = useAccountId();
  const draftKey = JSON.stringify([account, project]);
  const details = useOperation(getProject, { id: project });
  const sourceDraft = useDraft(`new-merge-request source ${draftKey}`);
  // Whoever comes from a comparison means its branch, whatever was begun before.
  const [given, setGiven] = useState(props.source);
  const source = {
    text: given ?? sourceDraft.text,
    setText: (text: string) => {
      setGiven(undefined);
      sourceDraft.setText(text);
    },
    clear: sourceDraft.clear,
  };
  const title = useDraft(`new-merge-request title ${draftKey}`);
  const description = useDraft(`new-merge-request description ${draftKey}`);
  const [target, setTarget] = useState<string | null>(props.target ?? null);
  const [draft, setDraft] = useState(false);
  const [remove, setRemove] = useState(true);
  const write = useWrite();
  const sources = useReferenceSources(project);
  const completions = useMemo(() => [...sources, emojiSource], [sources]);
  const into = target ?? details.data?.default_branch ?? "";
  const last = useOperation(
    listCommits,
    source.text ? { id: project, ref_name: source.text, per_page: 1 } : null,
  );
  const name = title.text || (last.data?.[0]?.title ?? "");
  const submission = useSubmit(async () => {
    const made = await write(createMergeRequest, {
      id: project,
      source_branch: source.text,
      target_branch: into,
      title: draft && !/^draft:/i.test(name) ? `Draft: ${name}` : name,
      ...(description.text ? { description: description.text } : {}),
      remove_source_branch: remove,
    });
    for (const field of [source, title, description]) field.clear();
    onClose();
    onCreated(made);
  });
  return (
    <FormDialog
      onClose={onClose}
      title="New merge request"
      description={
        source.text ? `${source.text} into ${into}` : "Choose the branch that is ready to be read."
      }
      size="l"
      submitLabel="Create"
      submission={submission}
      isReady={source.text !== "" && into !== "" && source.text !== into && name.trim() !== ""}
    >
      <div className={styles.pair}>
        <BranchField label="Source branch" project={project} value={source.text} onChange={source.setText} />
        <BranchField label="Target branch" project={project} value={into} onChange={setTarget} />
      </div>
      <TextField label="Title" value={name} onChange={title.setText} />
      <TextArea
        label="Description, in Markdown"
        rows={8}
        value={description.text}
        onChange={description.setText}
        completions={completions}
      />
      <Checkbox label="Draft: not ready to be merged" checked={draft} onChange={setDraft} />
      <Checkbox label="Delete the source branch once it is merged" checked={remove} onChange={setRemove} />
    </FormDialog>
  );
}

interface BranchFieldProps {
  readonly label: string;
  readonly project: string;
  readonly value: string;
  readonly onChange: (branch: string) => void;
}

function BranchField({ label, project, value, onChange }: BranchFieldProps) {
  const { names, ...search } = useBranchSearch(project);
  return (
    <Combobox
      label={label}
      trigger={<Button aria-label={`${label}: ${value || "none"}`}>{value || `${label}…`}</Button>}
      items={names.map((name) => ({ id: name, label: name, selected: name === value }))}
      onChoose={({ id }) => onChange(id)}
      {...search}
    />
  );
}
