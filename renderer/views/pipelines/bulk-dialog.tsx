import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleDashed, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { invalidateResources } from "../../api/query-client.ts";
import { sendWrite } from "../../api/send-write.ts";
import { type JobAction, jobActions } from "../../features/ci/job-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import styles from "./bulk.module.css";
import { type BulkResult, runInBulk } from "./run-in-bulk.ts";

interface BulkDialogProps {
  readonly project: string;
  readonly action: JobAction;
  readonly jobs: readonly Job[];
  readonly onClose: () => void;
}

/** Runs one action on many jobs and shows the progress and each result. */
export function BulkDialog({ project, action, jobs, onClose }: BulkDialogProps) {
  const account = useAccountId();
  const client = useQueryClient();
  const [results, setResults] = useState<readonly BulkResult[]>(() => jobs.map(() => ({ state: "waiting" })));
  const stop = useRef(new AbortController());
  const hasBegun = useRef(false);
  const { label, done, operation } = jobActions[action];
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const { signal } = stop.current;
    const one = async (job: Job) => {
      await sendWrite(account, operation, { id: project, job_id: job.id });
    };
    void runInBulk(jobs, one, (error) => describeProblem(error).message, setResults, signal).then(() =>
      invalidateResources(client, account, operation.changes),
    );
  }, [account, client, jobs, operation, project]);
  const ended = results.filter(({ state }) => state !== "waiting" && state !== "running").length;
  const failed = results.filter(({ state }) => state === "failed").length;
  const skipped = results.filter(({ state }) => state === "stopped").length;
  const isDone = ended === jobs.length;
  const close = () => {
    stop.current.abort();
    onClose();
  };
  const summary = isDone
    ? [
        `${done} ${jobs.length - failed - skipped} of ${jobs.length}`,
        failed > 0 ? `${failed} failed` : "",
        skipped > 0 ? `${skipped} skipped` : "",
      ]
        .filter(Boolean)
        .join(", ")
    : `${ended} of ${jobs.length}`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`${label} ${jobs.length === 1 ? "1 job" : `${jobs.length} jobs`}`}
      actions={
        isDone ? (
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        ) : (
          <Button onClick={() => stop.current.abort()}>Cancel the rest</Button>
        )
      }
    >
      <ProgressBar label={label} value={ended / jobs.length} />
      <p className={styles.summary} role="status">
        {summary}
      </p>
      <VirtualList
        label="Results"
        role="list"
        className={styles.results ?? ""}
        items={jobs}
        itemKey={(job) => job.id}
        rowHeight={34}
        renderItem={(job, index) => <ResultRow job={job} result={results[index] ?? { state: "waiting" }} />}
      />
    </Dialog>
  );
}

const words = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  stopped: "Skipped",
};

function ResultRow({ job, result }: { readonly job: Job; readonly result: BulkResult }) {
  return (
    <div className={styles.result} data-state={result.state}>
      {result.state === "running" ? (
        <Spinner size={14} />
      ) : (
        <Icon of={result.state === "done" ? Check : result.state === "failed" ? X : CircleDashed} size={14} />
      )}
      <span className={styles.name}>
        {job.name} <span className={styles.muted}>#{job.id}</span>
      </span>
      <span className={styles.outcome} title={result.message}>
        {result.message ?? words[result.state]}
      </span>
    </div>
  );
}
