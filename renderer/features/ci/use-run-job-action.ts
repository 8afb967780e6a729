import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { toast } from "../../ui/toast.tsx";
import { confirmJobs } from "./confirm-action.ts";
import { type JobAction, jobActions } from "./job-actions.ts";

/** Returns a function that runs an action on a job, reports the outcome, and returns the resulting job. */
export function useRunJobAction(project: string) {
  const write = useWrite();
  return async (action: JobAction, job: Job): Promise<Job | null> => {
    if (!(await confirmJobs(action, [job]))) return null;
    const { operation, label, done } = jobActions[action];
    try {
      const result = await write(operation, { id: project, job_id: job.id });
      toast.success(`${done} ${job.name}`);
      return result;
    } catch (error) {
      toast.problem(`${label} of ${job.name} failed`, describeProblem(error));
      return null;
    }
  };
}
