import { useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { cancelJob, eraseJob, getJob, playJob, retryJob } from "../../../shared/api/resources/jobs.ts";
import type { OperationResponse } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { confirmJobs } from "../../features/ci/confirm-action.ts";
import type { JobAction } from "../../features/ci/job-actions.ts";
import { announce } from "../../state/announce.ts";
import { toast } from "../../ui/toast.tsx";

export interface JobActionState {
  /** The action that is being sent. */
  readonly pending: JobAction | null;
  /** Requests confirmation where the action cannot be undone. */
  run(action: JobAction): Promise<void>;
}

const failed: Readonly<Record<JobAction, string>> = {
  retry: "The job was not retried",
  cancel: "The job was not canceled",
  play: "The job was not started",
  erase: "The job was not erased",
};

/** Actions on a job. The new state is shown optimistically and reverted where the service refuses. */
export function useJobActions(account: string, project: string, job: Job): JobActionState {
  const client = useQueryClient();
  const go = useGo();
  const write = useWrite();
  const input = { id: project, job_id: job.id };
  const queryKey = operationQueryKey(account, getJob, "one", input);
  const show = (change: Partial<Job>) =>
    client.setQueryData<OperationResponse<Job>>(
      queryKey,
      (old) => old && { ...old, data: { ...old.data, ...change } },
    );

  const send: Readonly<Record<JobAction, () => Promise<void>>> = {
    async retry() {
      const { id } = await write(retryJob, input);
      announce(`${job.name} runs again as job ${id}`);
      go(hrefs.job(account, project, id));
    },
    async cancel() {
      show({ status: "canceling" });
      show(await write(cancelJob, input));
    },
    async play() {
      show({ status: "pending" });
      show(await write(playJob, input));
    },
    async erase() {
      show(await write(eraseJob, input));
    },
  };

  const { submit, isPending, pending } = useSubmit(
    async (action: JobAction) => {
      await client.cancelQueries({ queryKey });
      try {
        await send[action]();
      } catch (error) {
        show({ status: job.status });
        throw error;
      }
    },
    { onFailure: (failure, action) => toast.problem(failed[action], failure) },
  );
  const run = async (action: JobAction) => {
    if (!isPending && (await confirmJobs(action, [job]))) submit(action);
  };
  return { pending: pending?.[0] ?? null, run };
}
