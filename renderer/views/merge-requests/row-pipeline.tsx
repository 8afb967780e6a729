import { useRef } from "react";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { StatusMark } from "../../features/checks/status-mark.tsx";
import { headChecksInput } from "../../features/checks/use-head-checks.ts";
import { PipelineLink } from "../../features/ci/pipeline-link.tsx";
import { useHeadPipeline } from "../../features/ci/use-head-pipeline.ts";
import { pipelineProject } from "../../features/merge-requests/pipeline-project.ts";
import { useOnScreen } from "../../ui/use-on-screen.ts";
import { useHasLasted } from "../../ui/use-settled.ts";
import styles from "./merge-requests.module.css";

/** Milliseconds for which a row stays in view before anything is requested for it. */
const restMs = 80;

interface RowPipelineProps {
  readonly account: string;
  /** Full path. */
  readonly project: string;
  readonly mergeRequest: MergeRequest;
}

/**
 * State of the pipeline of a merge request's last commit, as a link, or of its checks where no pipeline ran. Lists do not contain it,
 * so it is read for rows in view; a request for a row that was scrolled away is canceled.
 */
export function RowPipeline({ account, project, mergeRequest }: RowPipelineProps) {
  const box = useRef<HTMLSpanElement>(null);
  const isSeen = useHasLasted(useOnScreen(box), restMs);
  const pipeline = useHeadPipeline(project, isSeen ? mergeRequest : undefined);
  const checks = isSeen && pipeline === null ? headChecksInput(project, mergeRequest) : null;
  return (
    <span ref={box} className={styles.pipeline}>
      {pipeline ? (
        <PipelineLink
          {...{ account, pipeline }}
          project={pipelineProject(project, mergeRequest, pipeline)}
          compact
        />
      ) : checks ? (
        <StatusMark project={String(checks.id)} sha={checks.sha} refName={checks.ref} />
      ) : null}
    </span>
  );
}
