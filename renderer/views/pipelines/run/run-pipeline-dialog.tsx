import { useState } from "react";
import { createPipeline, type PipelineDetail } from "../../../../shared/api/resources/pipelines.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import type { Optional } from "../../../../shared/optional.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { useVariableDraft } from "../../../features/ci-variables/use-variable-draft.ts";
import {
  namedVariables,
  VariableRows,
  wrongVariable,
} from "../../../features/ci-variables/variable-rows.tsx";
import { RefPicker } from "../../../features/ref-picker/ref-picker.tsx";
import { useFormDraft } from "../../../state/form-draft.ts";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import styles from "../pipelines.module.css";
import {
  areInputsRight,
  describedVariables,
  inputsToSend,
  PipelineFormFields,
} from "./pipeline-form-fields.tsx";
import { usePipelineForm } from "./use-pipeline-form.ts";

interface RunPipelineDialogProps
  extends Optional<{
    /** Branch or tag selected at first; else the default branch. */
    initialRef: string;
  }> {
  readonly project: string;
  readonly onClose: () => void;
  readonly onCreated: (pipeline: PipelineDetail) => void;
}

/**
 * Starts a pipeline for a branch or tag, with the inputs that its configuration asks for, and variables. The names of variables are
 * stored until then, and inputs; values of variables may be secrets.
 */
export function RunPipelineDialog({ project, initialRef, onClose, onCreated }: RunPipelineDialogProps) {
  const write = useWrite(createPipeline);
  const defaultBranch = useOperation(getProject, { id: project }).data?.default_branch ?? null;
  const [chosen, setChosen] = useState<string | null>(initialRef ?? null);
  const place = JSON.stringify([useAccountId(), project]);
  const draft = useVariableDraft(`pipeline ${place}`);
  const { variables } = draft;
  const ref = chosen ?? defaultBranch;
  const form = usePipelineForm(project, ref);
  const inputs = useFormDraft<string>(`pipeline-inputs ${place}`, {});
  const [described, setDescribed] = useState<Readonly<Record<string, string>>>({});
  const submission = useSubmit(async () => {
    if (!ref) return;
    const named = namedVariables(variables);
    const own = new Set(named.map(({ key }) => key));
    const all = [...describedVariables(form.data, described).filter(({ key }) => !own.has(key)), ...named];
    const created = await write({
      id: project,
      ref,
      variables: all.length > 0 ? all : undefined,
      inputs: inputsToSend(form.data, inputs.fields),
    });
    draft.clear();
    inputs.clear();
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
      isReady={
        // Before the file is read it runs with what that has.
        ref !== null && areInputsRight(form.data, inputs.fields) && wrongVariable(variables) === undefined
      }
      failureTitle="The pipeline was not started"
    >
      <div className={flow.clusterWide}>
        <span className={styles.label}>Run for</span>
        <RefPicker project={project} current={ref} defaultBranch={defaultBranch} onChoose={setChosen} />
      </div>
      {form.isLoading ? (
        <Skeleton lines={1} height={32} label="Loading inputs" />
      ) : form.error ? (
        <ErrorState
          compact
          {...describeProblem(form.error)}
          title="Inputs of .gitlab-ci.yml were not read"
          onRetry={() => void form.refetch()}
        />
      ) : form.data ? (
        <PipelineFormFields
          form={form.data}
          inputs={inputs.fields}
          onInput={(name, text) => inputs.change({ [name]: text })}
          variables={described}
          onVariable={(key, text) => setDescribed((now) => ({ ...now, [key]: text }))}
        />
      ) : null}
      <VariableRows variables={variables} onChange={draft.change} />
    </FormDialog>
  );
}
