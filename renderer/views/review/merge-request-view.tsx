import { useParams } from "@tanstack/react-router";
import { GitMerge, GitPullRequest, GitPullRequestClosed, Lock } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { z } from "zod";
import { listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { PipelineLink } from "../../features/ci/pipeline-link.tsx";
import { useHeadPipeline } from "../../features/ci/use-head-pipeline.ts";
import { useRouteStatus } from "../../features/ci/use-route-status.ts";
import { useExportDialog } from "../../features/export/use-export-dialog.ts";
import { pipelineProject } from "../../features/merge-requests/pipeline-project.ts";
import { markSeen, useSeen } from "../../features/merge-requests/seen-merge-requests.ts";
import { PersonLink } from "../../features/people/person-link.tsx";
import { useReactable } from "../../features/reactions/use-reactions.ts";
import { useReferenceSources } from "../../features/references/reference-sources.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { cx } from "../../ui/class-names.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import type { IconType } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useLostFocus } from "../../ui/use-lost-focus.ts";
import { useDiscussions } from "./discussion/use-discussions.ts";
import { useParticipants } from "./discussion/use-participants.ts";
import { ExportReview } from "./export-review.tsx";
import { ReviewContext } from "./merge-request/review-context.ts";
import { useMergeRequest } from "./merge-request/use-merge-request.ts";
import { MergeRequestActions } from "./merge-request-actions.tsx";
import { MergeRequestTabs, tabOf } from "./merge-request-tabs.tsx";
import styles from "./review.module.css";

const stateBadges: Readonly<
  Record<string, { readonly icon: IconType; readonly tone: BadgeTone; readonly label: string }>
> = {
  opened: { icon: GitPullRequest, tone: "added", label: "Open" },
  merged: { icon: GitMerge, tone: "accent", label: "Merged" },
  closed: { icon: GitPullRequestClosed, tone: "danger", label: "Closed" },
  locked: { icon: Lock, tone: "neutral", label: "Locked" },
};

const reviewSearch = z.object({
  tab: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});

/** The page of one merge request. */
export function MergeRequestView() {
  const { account, project, iid: number } = useParams({ from: "/a/$account/p/$project/merge_requests/$iid" });
  const [{ tab: requested, from, to }] = useAddressSearch(reviewSearch);
  const iid = Number(number);
  const tab = tabOf(requested);
  const versionIds = useMemo(() => ({ from, to }), [from, to]);
  const loaded = useMergeRequest(project, iid);
  const { data, extended } = loaded;
  const versions = useOperationAll(listMergeRequestVersions, { id: project, merge_request_iid: iid });
  const discussions = useDiscussions(project, iid);
  const me = useOperation(getCurrentUser, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const reactable = useReactable(project, iid);
  const draftKey = `merge-request ${JSON.stringify([account, project, iid])}`;
  const threaded = extended && discussions.threaded;
  const people = useParticipants(data, discussions.threads);
  const sources = useReferenceSources(project, people);
  const { exporting, start: startExport, end: endExport } = useExportDialog("Export changes…", "Review");
  const review = useMemo(
    () => ({
      project,
      iid,
      mergeRequest: data ?? null,
      me,
      threaded,
      draftKey,
      reactable,
      sources,
      startExport,
    }),
    [project, iid, data, me, threaded, draftKey, reactable, sources, startExport],
  );
  useSeenOnLeave(account, data);
  // The head with its buttons is part of the Overview.
  useLostFocus(tab, () => document.getElementById("main"));
  const pipeline = useHeadPipeline(project, data);
  useRouteStatus(pipeline?.status);
  if (loaded.pending) {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={10} height={22} label="Loading the merge request" />
      </div>
    );
  }
  if (!data) {
    return <ErrorState {...describeProblem(loaded.error)} onRetry={() => void loaded.refetch()} />;
  }
  const stateBadge = stateBadges[data.state];
  return (
    <ReviewContext value={review}>
      <div className={cx(layout.page, styles.review, tab === "overview" && styles.overviewPage)}>
        {tab === "overview" ? (
          <PageHeader
            title={data.title}
            icon={GitPullRequest}
            state={
              <>
                <Badge
                  tone={stateBadge?.tone ?? "neutral"}
                  {...(stateBadge ? { icon: stateBadge.icon } : {})}
                >
                  {stateBadge?.label ?? capitalize(data.state)}
                </Badge>
                {data.work_in_progress || data.draft ? <Badge>Draft</Badge> : null}
                {data.has_conflicts || data.merge_status === "cannot_be_merged" ? (
                  <Badge tone="warning">Conflicts</Badge>
                ) : null}
                {pipeline ? (
                  <PipelineLink
                    account={account}
                    project={pipelineProject(project, data, pipeline)}
                    pipeline={pipeline}
                  />
                ) : null}
              </>
            }
            meta={
              <>
                <span>!{iid}</span>
                <Avatar name={data.author?.name ?? "?"} size={18} />
                <PersonLink account={account} person={data.author ?? { name: "Deleted user" }} />
                <span className={flow.inline}>
                  <code>{data.source_branch}</code>
                  <CopyButton text={data.source_branch} label="Copy source branch" />
                </span>
                <span>
                  → <code>{data.target_branch}</code>
                </span>
                <span>
                  opened <RelativeTime time={data.created_at ?? ""} />
                </span>
              </>
            }
            actions={<MergeRequestActions mergeRequest={data} extended={extended} />}
          />
        ) : null}
        <MergeRequestTabs key={draftKey} {...{ tab, versionIds, extended, discussions, versions }} />
        {exporting ? (
          <ExportReview mergeRequest={data} {...{ versions, versionIds, discussions }} onClose={endExport} />
        ) : null}
      </div>
    </ReviewContext>
  );
}

/** Records the state of the merge request on leaving, so that news stay marked until then. */
function useSeenOnLeave(account: string, mergeRequest: Parameters<typeof markSeen>[1] | undefined): void {
  const { loaded } = useSeen(account);
  const latest = useRef(mergeRequest);
  latest.current = mergeRequest;
  const id = mergeRequest?.id;
  useEffect(() => {
    if (id === undefined || !loaded) return;
    const note = () => {
      if (latest.current?.id === id) markSeen(account, latest.current);
    };
    addEventListener("pagehide", note);
    return () => {
      removeEventListener("pagehide", note);
      note();
    };
  }, [account, id, loaded]);
}
