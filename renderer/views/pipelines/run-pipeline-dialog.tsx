import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { createPipeline, type PipelineDetail } from "../../../shared/api/resources/pipelines.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./pipelines.module.css";

interface RunPipelineDialogProps {
  readonly project: string;
  /** Branch or tag selected at first; else the default branch. */
  readonly initialRef?: string | undefined;
  readonly onClose: () => void;
  readonly onCreated: (pipeline: PipelineDetail) => void;
}

interface Variable {
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

/** Starts a pipeline for a branch or tag, with variables. */
export function RunPipelineDialog({ project, initialRef, onClose, onCreated }: RunPipelineDialogProps) {
  const write = useWrite();
  const defaultBranch = useOperation(getProject, { id: project }).data?.default_branch ?? null;
  const [chosen, setChosen] = useState<string | null>(initialRef ?? null);
  const [variables, setVariables] = useState<readonly Variable[]>([{ id: 0, key: "", value: "" }]);
  const ref = chosen ?? defaultBranch;
  const given = variables.filter(({ key }) => key.trim() !== "");
  const invalid = variables.find(({ key, value }) => !isVariableName(key) && (key !== "" || value !== ""));
  const change = (id: number, part: Partial<Variable>) =>
    setVariables((all) => all.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  const submission = useSubmit(async () => {
    if (!ref) return;
    const named = given.map(({ key, value }) => ({ key: key.trim(), value }));
    onCreated(
      await write(createPipeline, { id: project, ref, ...(named.length > 0 ? { variables: named } : {}) }),
    );
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Run pipeline"
      description="Runs the jobs of .gitlab-ci.yml at the newest commit of a branch or tag."
      size="l"
      submitLabel="Run pipeline"
      submission={submission}
      isReady={ref !== null && invalid === undefined}
      failureTitle="The pipeline was not started"
    >
      <div className={styles.refLine}>
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
              onChange={(next) => change(id, { key: next })}
            />
            <TextField
              label={`Value of variable ${index + 1}`}
              hideLabel
              placeholder="Value"
              mono
              value={value}
              onChange={(next) => change(id, { value: next })}
            />
            <IconButton
              label={`Remove variable ${index + 1}`}
              icon={Trash2}
              disabled={variables.length === 1}
              onClick={() => setVariables((all) => all.filter((entry) => entry.id !== id))}
            />
          </div>
        ))}
        <Button
          icon={Plus}
          size="s"
          onClick={() =>
            setVariables((all) => [...all, { id: (all.at(-1)?.id ?? 0) + 1, key: "", value: "" }])
          }
        >
          Add variable
        </Button>
      </fieldset>
    </FormDialog>
  );
}

const isVariableName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text.trim());
