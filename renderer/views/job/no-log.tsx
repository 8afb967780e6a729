import { CircleDashed, CirclePlay, Clock, Eraser, FileX, Scissors, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import type { TraceLine } from "../../../shared/trace-types.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { failureText } from "../../features/ci/ci-texts.ts";
import { useHasAccess } from "../../features/ci/use-has-access.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import styles from "./job.module.css";

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

interface LogCutNoticeProps {
  readonly cut: LogCut;
  readonly account: string;
  readonly project: string;
  readonly job: number;
  readonly onDownload: () => void;
}

/** Explains above a log that the service has only a part of the job's output, and where the rest may be. */
export function LogCutNotice({ cut, account, project, job, onDownload }: LogCutNoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <Icon of={Scissors} size={14} />
      <span>{textOf(cut)} Later output was not stored; save it as an artifact to keep all of it.</span>
      <Button size="s" variant="ghost" asChild>
        <AppLink href={hrefs.jobTab(account, project, job, "artifacts")}>Artifacts</AppLink>
      </Button>
      <Button size="s" variant="ghost" onClick={onDownload}>
        Download raw log
      </Button>
    </div>
  );
}

function textOf({ limit, stopped }: LogCut): string {
  const size = limit === null ? "" : ` of ${formatBytes(limit)}`;
  return stopped
    ? `The job was stopped at the log size limit${size}.`
    : `The log ends at the runner's limit${size}.`;
}

/** Lines at the end of a log among which the runner says that it stopped collecting output. */
export const cutNoticeLines = 4;

/** Reason why a log has not all that its job printed. */
interface LogCut {
  /** The limit in bytes; null where it is not known. */
  readonly limit: number | null;
  /** The job was stopped at the limit. */
  readonly stopped: boolean;
}

/** Returns why a log ends before its job's output did, by its last lines and the job; null where it is whole. */
export function logCut(last: readonly TraceLine[], { failure_reason: reason }: Pick<Job, "failure_reason">) {
  const texts = last.map(({ spans }) =>
    spans
      .map(({ text }) => text)
      .join("")
      .trim(),
  );
  // Where other lines follow, the job has printed that text itself.
  const end = texts.filter((text) => text !== "" && !/^Job execution will continue/.test(text)).at(-1);
  const limit = /^Job's log exceeded limit of (\d{1,15}) bytes\.$/.exec(end ?? "")?.[1];
  const stopped = reason === "trace_size_exceeded";
  if (limit === undefined && !stopped) return null;
  return { limit: limit === undefined ? null : Number(limit), stopped } satisfies LogCut;
}
