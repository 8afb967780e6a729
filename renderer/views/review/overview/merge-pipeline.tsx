import { Play } from "lucide-react";
import { useContext } from "react";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import type { CommitStatus } from "../../../../shared/api/resources/commits.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  createMergeRequestPipeline,
  getPipeline,
  type Pipeline,
} from "../../../../shared/api/resources/pipelines.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { PipelineLink } from "../../../features/ci/ci-links.tsx";
import { isActiveStatus } from "../../../features/ci/ci-status.tsx";
import { useHasAccess } from "../../../features/ci/use-has-access.ts";
import { pipelineProject } from "../../../features/merge-requests/merge-request-project.ts";
import { Button, Link } from "../../../ui/buttons/button.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { ReviewContext } from "../merge-request/review-context.ts";

type Head = Pick<Pipeline, "id" | "status" | "project_id"> | null | undefined;

/** Returns why a pipeline prevents merging; null where it does not. External checks alone are enough to have passed. */
export function pipelineObstacle(
  { mustSucceed, takesSkipped }: { readonly mustSucceed: boolean; readonly takesSkipped: boolean },
  pipeline: Head,
  external: readonly CommitStatus[] = [],
): string | null {
  if (!mustSucceed || pipeline === undefined || pipeline?.status === "success") return null;
  if (takesSkipped && pipeline?.status === "skipped") return null;
  if (pipeline === null && external.length > 0) return null;
  if (pipeline === null) return "A pipeline must succeed first, and none has run for the last commit.";
  return isActiveStatus(pipeline.status)
    ? "The pipeline must succeed first. It is still running."
    : "The pipeline must succeed first.";
}

const texts: Readonly<Record<string, string>> = {
  failed: "You can merge anyway.",
  canceled: "You can merge anyway.",
  running: "Merging does not wait for it.",
  pending: "Merging does not wait for it.",
};

interface MergePipelineProps {
  readonly mergeRequest: MergeRequest;
  readonly pipeline: Head;
  readonly mustSucceed: boolean;
}

/** The pipeline of the last commit, and the button that runs one. Null on a service without pipelines. */
export function MergePipeline({ mergeRequest, pipeline, mustSucceed }: MergePipelineProps) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const ofProject = pipeline ? pipelineProject(project, mergeRequest, pipeline) : project;
  // Lists of a merge request have no names, and a name stays.
  const { data: named } = useOperation(
    getPipeline,
    pipeline ? { id: ofProject, pipeline_id: pipeline.id } : null,
    { staleTime: Number.POSITIVE_INFINITY },
  );
  if (pipeline === undefined) return null;
  return (
    <div className={flow.cluster}>
      {pipeline ? (
        <>
          <PipelineLink account={account} project={ofProject} pipeline={{ ...pipeline, name: named?.name }} />
          <Link asChild>
            <AppLink
              href={hrefs.pipelineComparison(account, ofProject, pipeline.id, "target", {
                target: mergeRequest.target_branch,
              })}
            >
              Compare with {mergeRequest.target_branch}
            </AppLink>
          </Link>
          {mustSucceed || !texts[pipeline.status] ? null : (
            <span className={layout.muted}>{texts[pipeline.status]}</span>
          )}
        </>
      ) : (
        <span className={layout.muted}>No pipeline for the last commit.</span>
      )}
      <RunPipeline mergeRequest={mergeRequest} isAgain={pipeline !== null} />
    </div>
  );
}

/** Button for a new pipeline; maintainers confirm one of a fork, whose scripts are untrusted. */
function RunPipeline({
  mergeRequest,
  isAgain,
}: {
  readonly mergeRequest: MergeRequest;
  readonly isAgain: boolean;
}) {
  const { project } = useContext(ReviewContext);
  const write = useWrite(createMergeRequestPipeline);
  const run = useSubmit(
    async () => {
      const made = await write({
        id: project,
        merge_request_iid: mergeRequest.iid,
      });
      toast.success(`Started pipeline #${made.id}`);
    },
    { onFailure: (failure) => toast.problem("No pipeline was started", failure) },
  );
  const { source_project_id: source, target_project_id: target } = mergeRequest;
  const isFork = source != null && target !== undefined && source !== target;
  const mayRun = useHasAccess(project, isFork ? accessLevels.maintainer : accessLevels.developer);
  if (!mayRun) return null;
  const confirmAndRun = async () => {
    const isSure =
      !isFork ||
      (await confirm({
        title: "Run scripts of a fork?",
        description:
          "The jobs run what the fork contains, with the variables of this project. Read the changes first.",
        confirmLabel: "Run pipeline",
      }));
    if (isSure) run.submit();
  };
  return (
    <Button size="s" icon={Play} writes loading={run.isPending} onClick={() => void confirmAndRun()}>
      {isAgain ? "Run pipeline again" : "Run pipeline"}
    </Button>
  );
}
