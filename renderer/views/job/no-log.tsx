import { CircleDashed, CirclePlay, Clock, Eraser, FileX, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { failureText } from "../../features/ci/failure-text.ts";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { IconType } from "../../ui/icon.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

interface Reason {
  readonly icon: IconType;
  readonly title: string;
  readonly description: ReactNode;
}

type JobWithoutLog = Pick<Job, "status" | "erased_at" | "failure_reason" | "tag_list">;

/** Empty state that explains why a job has no log, and how it gets one. */
export function NoLog({ project, job }: { readonly project: string; readonly job: JobWithoutLog }) {
  const mayRun = useHasAccess(project, accessLevels.developer);
  return <EmptyState {...noLogReason(job, mayRun)} />;
}

/** Returns why a job has no log; `mayRun`: the user has the buttons that run and retry it. */
export function noLogReason(job: JobWithoutLog, mayRun: boolean): Reason {
  if (job.erased_at) {
    return {
      icon: Eraser,
      title: "The log was erased",
      description: (
        <>
          Erased <RelativeTime time={job.erased_at} />.{mayRun ? " Retry the job to get a new log." : ""}
        </>
      ),
    };
  }
  switch (job.status) {
    case "created":
      return {
        icon: CircleDashed,
        title: "Waiting for earlier jobs",
        description: "The job starts when the stages and jobs before it have passed. Its log appears here.",
      };
    case "pending":
    case "preparing":
    case "waiting_for_resource":
    case "waiting_for_callback":
      return {
        icon: Clock,
        title: "Waiting for a runner",
        description: pendingText(job),
      };
    case "manual":
      return {
        icon: CirclePlay,
        title: "This job is started by hand",
        description: `${mayRun ? "Run the job with the button above." : "Developers and maintainers can run it."} Its log appears here.`,
      };
    case "scheduled":
      return {
        icon: Clock,
        title: "This job starts later",
        description: mayRun
          ? "Run the job with the button above to start it now."
          : "Its log appears here once it runs.",
      };
    case "skipped":
      return {
        icon: SkipForward,
        title: "This job was skipped",
        description: `A job before it failed or was canceled.${mayRun ? " Retry that job to run this one." : ""}`,
      };
    case "running":
      return {
        icon: Clock,
        title: "No output yet",
        description: "The log appears here as the job writes it.",
      };
    default: {
      const why =
        job.status === "failed" && job.failure_reason ? ` (${failureText(job.failure_reason)})` : "";
      return {
        icon: FileX,
        title: "No log",
        description: `The job ended without output${why}, or its log was removed on the service.`,
      };
    }
  }
}

function pendingText({ tag_list: tags = [] }: JobWithoutLog): string {
  if (tags.length === 0) return "No runner has taken the job yet. Its log appears here.";
  return `No runner with the ${tags.length === 1 ? "tag" : "tags"} ${tags.join(", ")} has taken the job yet. Its log appears here.`;
}
