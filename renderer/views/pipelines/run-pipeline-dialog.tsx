import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { createPipeline, type PipelineDetail } from "../../../shared/api/resources/pipelines.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import type { Optional } from "../../../shared/optional.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import flow from "../../ui/theme/flow.module.css";
import styles from "./pipelines.module.css";

interface RunPipelineDialogProps
  extends Optional<{
    /** Branch or tag selected at first; else the default branch. */
    initialRef: string;
  }> {
  readonly project: string;
  readonly onClose: () => void;
  readonly onCreated: (pipeline: PipelineDetail) => void;
}

const blank: TypedDocument<"drafts", "pipeline-variables">["value"] = [{ id: 0, key: "" }];
const drafts = createStoredValues("drafts", "pipeline-variables", blank);

/** Starts a pipeline for a branch or tag, with variables. Their names are stored until then; their values may be secrets. */
export function RunPipelineDialog({ project, initialRef, onClose, onCreated }: RunPipelineDialogProps) {
  const write = useWrite(createPipeline);
  const defaultBranch = useOperation(getProject, { id: project }).data?.default_branch ?? null;
  const [chosen, setChosen] = useState<string | null>(initialRef ?? null);
  const draftKey = `pipeline ${JSON.stringify([useAccountId(), project])}`;
  const { value: draft } = useStoredValue(drafts, draftKey);
  const [values, setValues] = useState<Readonly<Record<number, string>>>({});
  const variables = draft.map((entry) => ({ ...entry, value: values[entry.id] ?? "" }));
  const ref = chosen ?? defaultBranch;
  const given = variables.filter(({ key }) => key.trim() !== "");
  const invalid = variables.find(({ key, value }) => !isVariableName(key) && (key !== "" || value !== ""));
  const submission = useSubmit(async () => {
    if (!ref) return;
    const named = given.map(({ key, value }) => ({ key: key.trim(), value }));
    const input = { id: project, ref, variables: named.length > 0 ? named : undefined };
    const created = await write(input);
    drafts.change(draftKey, () => blank);
    onCreated(created);
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Run pipeline"
      description="Runs the jobs of .gitlab-ci.yml at the newest commit of a branch or tag. Values of variables are not stored until you run it."
      size="l"
      submitLabel="Run pipeline"
      submission={submission}
      isReady={ref !== null && invalid === undefined}
      failureTitle="The pipeline was not started"
    >
      <div className={flow.clusterWide}>
        <span className={styles.label}>Run for</span>
        <RefPicker project={project} current={ref} defaultBranch={defaultBranch} onChoose={setChosen} />
      </div>
      <fieldset className={styles.variables}>
        <legend className={styles.label}>Variables</legend>
        {variables.map(({ id, key, value }, index) => (
          <div key={id} className={styles.variable}>
            <TextField
              label={`Name of variable ${index + 1}`}
              hideLabel
              placeholder="NAME"
              mono
              value={key}
              error={invalid?.id === id ? "Letters, digits and underscores; not a digit first." : undefined}
              onChange={(next) =>
                drafts.change(draftKey, (all) =>
                  all.map((entry) => (entry.id === id ? { ...entry, key: next } : entry)),
                )
              }
            />
            <TextField
              label={`Value of variable ${index + 1}`}
              hideLabel
              placeholder="Value"
              mono
              value={value}
              onChange={(next) => setValues((all) => ({ ...all, [id]: next }))}
            />
            <IconButton
              label={`Remove variable ${index + 1}`}
              icon={Trash2}
              disabled={variables.length === 1}
              onClick={() => drafts.change(draftKey, (all) => all.filter((entry) => entry.id !== id))}
            />
          </div>
        ))}
        <Button
          icon={Plus}
          size="s"
          onClick={() =>
            drafts.change(draftKey, (all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, key: "" }])
          }
        >
          Add variable
        </Button>
      </fieldset>
    </FormDialog>
  );
}

const isVariableName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text.trim());
