import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";

const RunJobDialog = lazy(async () => ({ default: (await import("./run-job-dialog.tsx")).RunJobDialog }));

/** Returns a function that opens the dialog for a job's variables, and the dialog while it is open. */
export function useRunJobDialog(project: string): {
  readonly open: (job: Job) => void;
  readonly dialog: ReactNode;
} {
  const [job, open] = useState<Job | null>(null);
  return {
    open,
    dialog: job ? (
      <Suspense>
        <RunJobDialog key={job.id} project={project} job={job} onClose={() => open(null)} />
      </Suspense>
    ) : null,
  };
}
