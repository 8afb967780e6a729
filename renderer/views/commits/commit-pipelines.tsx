import type { Commit } from "../../../shared/api/resources/commit-shapes.ts";
import { PipelineLink } from "../../features/ci/pipeline-link.tsx";
import { useLivePipelines } from "../../features/ci/use-live-pipelines.ts";
import { useRouteStatus } from "../../features/ci/use-route-status.ts";

interface CommitPipelinesProps {
  readonly account: string;
  readonly project: string;
  readonly sha: string;
  /** The newest as the commit itself names it, for services that list no pipelines. */
  readonly last: Commit["last_pipeline"];
}

/** Pipelines beyond these are left to the list of pipelines. */
const maxPipelines = 5;

/** The pipelines that ran for a commit, newest first; nothing where none did. */
export function CommitPipelines({ account, project, sha, last }: CommitPipelinesProps) {
  const { data } = useLivePipelines({ id: project, sha, per_page: maxPipelines });
  const pipelines = data ?? (last ? [last] : []);
  useRouteStatus(pipelines[0]?.status);
  if (pipelines.length === 0) return null;
  return (
    <div>
      <dt>CI</dt>
      <dd>
        {pipelines.map((pipeline) => (
          <PipelineLink key={pipeline.id} account={account} project={project} pipeline={pipeline} />
        ))}
      </dd>
    </div>
  );
}
