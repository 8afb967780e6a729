import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useWrite } from "../../api/use-write.ts";
import { confirm } from "../../ui/confirm.tsx";
import { toast } from "../../ui/toast.tsx";
import { type JobAction, jobActions } from "./job-actions.ts";

/** Returns a function that runs an action on a job, reports the outcome, and returns the resulting job. */
export function useRunJobAction(project: string) {
  const write = useWrite();
  return async (action: JobAction, job: Job): Promise<Job | null> => {
    if (action === "erase" && !(await confirmErase([job]))) return null;
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

/** Asks for confirmation before logs and artifacts of jobs are deleted. */
export function confirmErase(jobs: readonly Job[]): Promise<boolean> {
  const [job] = jobs;
  const what = jobs.length === 1 && job ? `${job.name} #${job.id}` : `${jobs.length} jobs`;
  return confirm({
    title: `Erase ${what}?`,
    description: "Deletes the log and the artifacts for everyone. The jobs stay in their pipelines.",
    confirmLabel: "Erase",
    danger: true,
  });
}
