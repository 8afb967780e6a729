import { Check } from "lucide-react";
import { lazy, Suspense } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { StatusMark } from "../checks/status-mark.tsx";
import { headChecksInput } from "../checks/use-head-checks.ts";
import { PipelineLink } from "../ci/ci-links.tsx";
import { useHeadPipeline } from "../ci/use-live-pipelines.ts";
import { Count } from "../work-lists/row-parts.tsx";
import styles from "../work-lists/work-row.module.css";
import { pipelineProject } from "./merge-request-project.ts";
import { useApprovals } from "./use-approvals.ts";

// Whose turn it is, is read after all else.
const TurnMark = lazy(async () => ({ default: (await import("./turn-mark.tsx")).TurnMark }));

interface RowChecksProps {
  readonly account: string;
  /** Full path, where it is known. */
  readonly project: string | undefined;
  readonly mergeRequest: MergeRequest;
  /** Whether the row is in view and stays there: lists contain none of this. */
  readonly isSeen: boolean;
}

/** Pipeline, approvals and whose turn it is, which is read after both. */
export function RowChecks({ account, project, mergeRequest, isSeen }: RowChecksProps) {
  const shown = isSeen && project ? mergeRequest : undefined;
  const pipeline = useHeadPipeline(project ?? "", shown);
  const approvals = useApprovals(account, project ?? "", shown);
  return (
    <>
      <span className={styles.turn}>
        {shown && project && pipeline !== undefined && approvals !== undefined ? (
          <Suspense>
            <TurnMark {...{ account, project, mergeRequest }} />
          </Suspense>
        ) : null}
      </span>
      <span className={styles.pipeline}>
        {shown && project ? <RowPipeline {...{ account, project, mergeRequest, pipeline }} /> : null}
      </span>
      <span className={styles.approvals}>{approvals ? <RowApprovals {...approvals} /> : null}</span>
    </>
  );
}

interface RowPipelineProps {
  readonly account: string;
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  readonly pipeline: ReturnType<typeof useHeadPipeline>;
}

/** State of the pipeline of a merge request's last commit, as a link, or of its checks where no pipeline ran. */
function RowPipeline({ account, project, mergeRequest, pipeline }: RowPipelineProps) {
  const checks = pipeline === null ? headChecksInput(project, mergeRequest) : null;
  return pipeline ? (
    <PipelineLink
      account={account}
      pipeline={pipeline}
      project={pipelineProject(project, mergeRequest, pipeline)}
      compact
    />
  ) : checks ? (
    <StatusMark project={String(checks.id)} sha={checks.sha} refName={checks.ref} />
  ) : null;
}

/** Approvals that an open merge request has, of those that it needs. */
function RowApprovals({ given, required }: { readonly given: number; readonly required: number }) {
  if (given === 0 && required === 0) return null;
  const words =
    required > 0 ? `${given} of ${required} approvals` : `${given} ${given === 1 ? "approval" : "approvals"}`;
  return (
    <span data-complete={given >= required || undefined}>
      <Count icon={Check} words={words} text={required > 0 ? `${given}/${required}` : given} />
    </span>
  );
}
