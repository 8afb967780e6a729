import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { Job } from "../../../shared/api/resources/job-shapes.ts";
import { useAccountId } from "../../api/account-context.ts";
import { type DescribedProblem, describeProblem } from "../../api/describe-problem.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { saveBlob } from "../../ui/buttons/save-blob.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import type { EvidenceProgress } from "../../workers/export/evidence/evidence-types.ts";
import styles from "./evidence.module.css";
import { type ArtifactChoice, makeEvidence } from "./make-evidence.ts";
import { type EvidenceTarget, type MergeRequestJobs, readJobs } from "./read-jobs.ts";

interface EvidenceDialogProps {
  /** Null while they are looked for. */
  readonly targets: readonly EvidenceTarget[] | null;
  /** The read that failed, without which there are no targets. */
  readonly failed?: { readonly error: unknown; readonly refetch: () => unknown } | undefined;
  /** Fields that decide on the targets. */
  readonly children?: ReactNode;
  /** Name of the file and of the folder in it, without an ending. */
  readonly name: string;
  /** Subject, as the dialog names it, such as a release. */
  readonly of: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
  readonly onClose: () => void;
}

const artifactChoices = [
  { value: "list", label: "Name and size" },
  { value: "hash", label: "SHA-256" },
  { value: "include", label: "Files" },
] as const;

const tails = ["100", "500", "2000"].map((value) => ({
  value,
  label: `${Number(value).toLocaleString()} lines`,
}));

/** Exports the review of merge requests as an archive that anybody can verify. */
export function EvidenceDialog({ targets, failed, children, name, of, facts, onClose }: EvidenceDialogProps) {
  const account = useAccountId();
  const read = useQuery({
    queryKey: [account, "evidence-jobs", targets?.map(({ project, iid }) => `${project}!${iid}`)],
    queryFn: async ({ signal }) => {
      const found: MergeRequestJobs[] = [];
      for (const target of targets ?? []) found.push(await readJobs(account, target, signal));
      return found;
    },
    enabled: targets !== null,
    gcTime: 0,
  });
  const problem = failed ?? (read.error ? read : null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [artifacts, setArtifacts] = useState<ArtifactChoice>("list");
  const [tail, setTail] = useState("100");
  const [progress, setProgress] = useState<EvidenceProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const jobs = useMemo(
    () =>
      (read.data ?? []).flatMap(({ target, pipelines }) =>
        pipelines.flatMap(({ pipeline, jobs }) => jobs.map((job) => ({ target, pipeline, job }))),
      ),
    [read.data],
  );
  const submission = useSubmit(
    async () => {
      if (!read.data) return;
      const controller = new AbortController();
      running.current = controller;
      setProgress({ name: "Merge request", bytes: 0, done: 0, total: 0 });
      try {
        const options = { name, facts, chosen, artifacts, tailLines: Number(tail) };
        const { blob, omitted } = await makeEvidence(account, read.data, options, {
          signal: controller.signal,
          onPart: setProgress,
        });
        saveBlob(blob, `${name}.zip`);
        toast.success(
          `Exported ${name}.zip`,
          omitted.length > 0
            ? { description: `Not in it: ${omitted.slice(0, 3).join("; ")}. README.txt names everything.` }
            : {},
        );
        onClose();
      } catch (error) {
        if (!controller.signal.aborted) throw error;
      } finally {
        setProgress(null);
      }
    },
    { explain },
  );
  const toggle = (id: number, isChosen: boolean) =>
    setChosen((now) => (isChosen ? new Set([...now, id]) : new Set([...now].filter((each) => each !== id))));
  const count = targets?.length ?? 0;
  const several = count > 1;
  return (
    <FormDialog
      onClose={() => (progress ? running.current?.abort() : onClose())}
      title="Export evidence"
      description={of}
      submitLabel="Export"
      submission={{ ...submission, isLocal: true }}
      isReady={count > 0 && read.data !== undefined && progress === null}
    >
      {children}
      {problem ? (
        <ErrorState compact {...describeProblem(problem.error)} onRetry={() => void problem.refetch()} />
      ) : targets !== null && count === 0 ? (
        <p className={layout.muted}>No merge requests were merged since then.</p>
      ) : read.isPending ? (
        <Skeleton lines={6} height={24} label="Loading pipelines and jobs" />
      ) : (
        <div className={styles.options}>
          <p className={layout.muted}>
            One ZIP with {several ? `${count} merge requests, their` : "the merge request, its"} versions,
            approvals, threads, changes, pipelines and jobs, and the SHA-256 of every file. Logs of failed
            jobs are in it, and of those that you choose.
          </p>
          {jobs.length > 0 ? (
            <fieldset className={styles.jobs}>
              <legend>Jobs</legend>
              <ul aria-label="Jobs">
                {jobs.map(({ target, pipeline, job }) => (
                  <li key={job.id}>
                    <Checkbox
                      label={`${several ? `!${target.iid} ` : ""}${job.name} · ${job.status}`}
                      description={describeJob(job, pipeline.id)}
                      checked={chosen.has(job.id)}
                      onChange={(isChosen) => toggle(job.id, isChosen)}
                    />
                  </li>
                ))}
              </ul>
            </fieldset>
          ) : (
            <p className={layout.muted}>No pipelines</p>
          )}
          <span className={layout.muted}>Artifacts of chosen jobs</span>
          <SegmentedControl
            label="Artifacts of chosen jobs"
            value={artifacts}
            onChange={setArtifacts}
            options={artifactChoices}
          />
          <Select label="End of each log" value={tail} onChange={setTail} options={tails} />
        </div>
      )}
      {progress ? (
        <div className={styles.progress}>
          <ProgressBar
            label="Exporting evidence"
            value={progress.total === 0 ? null : progress.done / progress.total}
          />
          <span role="status">
            {progress.name}
            {progress.bytes > 0 ? `, ${formatBytes(progress.bytes)}` : ""}
            {progress.total > 0
              ? ` (${progress.done.toLocaleString()} of ${progress.total.toLocaleString()})`
              : ""}
          </span>
        </div>
      ) : null}
    </FormDialog>
  );
}

const explain = (failure: DescribedProblem): DescribedProblem => ({ ...failure, title: "Could not export" });

function describeJob({ artifacts, id }: Job, pipeline: number): string {
  const size = artifacts.find(({ file_type: type }) => type === "archive")?.size;
  const files = size == null ? "no artifacts" : `artifacts of ${formatBytes(size)}`;
  return `Job ${id} of pipeline ${pipeline}, ${files}`;
}
