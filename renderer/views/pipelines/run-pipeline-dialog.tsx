import { useState } from "react";
import { createPipeline, type PipelineDetail } from "../../../shared/api/resources/pipelines.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import type { Optional } from "../../../shared/optional.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useVariableDraft } from "../../features/ci-variables/use-variable-draft.ts";
import { namedVariables, VariableRows, wrongVariable } from "../../features/ci-variables/variable-rows.tsx";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
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

/** Starts a pipeline for a branch or tag, with variables. Their names are stored until then; their values may be secrets. */
export function RunPipelineDialog({ project, initialRef, onClose, onCreated }: RunPipelineDialogProps) {
  const write = useWrite(createPipeline);
  const defaultBranch = useOperation(getProject, { id: project }).data?.default_branch ?? null;
  const [chosen, setChosen] = useState<string | null>(initialRef ?? null);
  const draft = useVariableDraft(`pipeline ${JSON.stringify([useAccountId(), project])}`);
  const { variables } = draft;
  const ref = chosen ?? defaultBranch;
  const submission = useSubmit(async () => {
    if (!ref) return;
    const named = namedVariables(variables);
    const input = { id: project, ref, variables: named.length > 0 ? named : undefined };
    const created = await write(input);
    draft.clear();
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
      isReady={ref !== null && wrongVariable(variables) === undefined}
      failureTitle="The pipeline was not started"
    >
      <div className={flow.clusterWide}>
        <span className={styles.label}>Run for</span>
        <RefPicker project={project} current={ref} defaultBranch={defaultBranch} onChoose={setChosen} />
      </div>
      <VariableRows variables={variables} onChange={draft.change} />
    </FormDialog>
  );
}
