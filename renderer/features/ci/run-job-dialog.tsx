import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { playJob } from "../../../shared/api/resources/jobs.ts";
import { useAccountId } from "../../api/account-context.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useVariableDraft } from "../ci-variables/use-variable-draft.ts";
import { namedVariables, VariableRows, wrongVariable } from "../ci-variables/variable-rows.tsx";

interface RunJobDialogProps {
  /** Full path. */
  readonly project: string;
  readonly job: Job;
  readonly onClose: () => void;
}

/** Starts a manual job with variables of its own. */
export function RunJobDialog({ project, job, onClose }: RunJobDialogProps) {
  const write = useWrite(playJob);
  const draft = useVariableDraft(`job-variables ${JSON.stringify([useAccountId(), project, job.id])}`);
  const submission = useSubmit(async () => {
    const given = namedVariables(draft.variables).map(({ key, value }) => ({ key, value }));
    await write({
      id: project,
      job_id: job.id,
      job_variables_attributes: given.length > 0 ? given : undefined,
    });
    draft.clear();
    toast.success(`Started ${job.name}`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Run ${job.name}`}
      description="Variables of this job alone. They replace others of their names. Values are not stored until you run it."
      size="l"
      submitLabel="Run job"
      submission={submission}
      isReady={wrongVariable(draft.variables) === undefined}
      failureTitle="The job was not started"
    >
      <VariableRows hasFiles={false} variables={draft.variables} onChange={draft.change} />
    </FormDialog>
  );
}
