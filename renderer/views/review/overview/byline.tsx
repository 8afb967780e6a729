import { lazy, Suspense, useContext } from "react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import { useAccountId } from "../../../api/account-context.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { PipelineLink } from "../../../features/ci/ci-links.tsx";
import { useHeadPipeline } from "../../../features/ci/use-live-pipelines.ts";
import { pipelineProject } from "../../../features/merge-requests/merge-request-project.ts";
import { PersonLink } from "../../../features/people/person-link.tsx";
import page from "../../../features/work-page/work-page.module.css";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { ReviewContext } from "../merge-request/review-context.ts";

const TurnBadge = lazy(async () => ({
  default: (await import("../../../features/merge-requests/turn-mark.tsx")).TurnBadge,
}));

/** Who opened a merge request and when, its branches, the newest pipeline, and whose turn it is. */
export function MergeRequestByline({ mergeRequest }: { readonly mergeRequest: MergeRequest }) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const pipeline = useHeadPipeline(project, mergeRequest);
  return (
    <div className={cx(flow.clusterTight, layout.muted, page.byline)}>
      <PersonAvatar person={mergeRequest.author ?? { name: "?" }} size={18} />
      <PersonLink account={account} person={mergeRequest.author ?? { name: "Deleted user" }} />
      <span>
        opened <RelativeTime time={mergeRequest.created_at ?? ""} />
      </span>
      <span className={flow.inline}>
        <code>{mergeRequest.source_branch}</code>
        <CopyButton text={mergeRequest.source_branch} label="Copy source branch" />
      </span>
      <span>
        → <code>{mergeRequest.target_branch}</code>
      </span>
      {pipeline ? (
        <PipelineLink
          account={account}
          project={pipelineProject(project, mergeRequest, pipeline)}
          pipeline={pipeline}
        />
      ) : null}
      <Suspense>
        <TurnBadge account={account} project={project} mergeRequest={mergeRequest} />
      </Suspense>
    </div>
  );
}
