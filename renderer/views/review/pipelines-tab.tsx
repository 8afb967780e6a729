import { Play, Workflow } from "lucide-react";
import { useContext } from "react";
import { listMergeRequestPipelines } from "../../../shared/api/resources/pipelines.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { PipelineRow, pipelineRowHeight } from "../../features/ci/pipeline-row.tsx";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { useLivePages } from "../../features/ci/use-live-pages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { pipelineProject } from "./pipeline-project.ts";
import styles from "./review.module.css";
import { ReviewContext } from "./review-context.ts";
import { isUnsupported } from "./use-merge-request.ts";

/** The pipelines of a merge request, newest first. */
export function PipelinesTab() {
  const { project, iid, mergeRequest } = useContext(ReviewContext);
  const account = useAccountId();
  const go = useGo();
  const mayAct = useHasAccess(project, accessLevels.developer);
  const input = { id: project, merge_request_iid: iid, per_page: 50 };
  const list = useOperationPages(listMergeRequestPipelines, input);
  useLivePages({
    items: list.items,
    queryKey: operationQueryKey(account, listMergeRequestPipelines, "pages", input),
    readHead: async (signal) => {
      const head = { ...input, page: 1 };
      const { data, paging } = await requestOperation(account, listMergeRequestPipelines, head, { signal });
      return { data, isAll: paging.nextPage === null && paging.nextUrl === null };
    },
  });
  if (list.isPending) {
    return (
      <div className={styles.loading}>
        <Skeleton lines={4} height={44} label="Loading pipelines" />
      </div>
    );
  }
  if (list.error && list.items.length === 0) {
    return isUnsupported(list.error) ? (
      <EmptyState icon={Workflow} title="This service does not list pipelines of merge requests" />
    ) : (
      <ErrorState {...describeProblem(list.error)} onRetry={() => void list.refetch()} />
    );
  }
  if (list.items.length === 0) {
    const ref = mergeRequest?.source_branch;
    return (
      <EmptyState
        icon={Workflow}
        title="No pipelines for this merge request"
        description="A push to its source branch starts one where the project has .gitlab-ci.yml."
        actions={
          mayAct && ref ? (
            <Button asChild>
              <AppLink href={hrefs.project(account, project, "pipelines", { ref, run: "1" })}>
                <Icon of={Play} /> Run pipeline
              </AppLink>
            </Button>
          ) : undefined
        }
      />
    );
  }
  return (
    <VirtualList
      label="Pipelines of the merge request"
      role="list"
      items={list.items}
      total={list.total}
      itemKey={({ id }) => id}
      rowHeight={pipelineRowHeight}
      renderItem={(pipeline) => (
        <PipelineRow
          {...{ account, pipeline, mayAct }}
          project={pipelineProject(project, mergeRequest, pipeline)}
        />
      )}
      onOpen={(pipeline) =>
        go(hrefs.pipeline(account, pipelineProject(project, mergeRequest, pipeline), pipeline.id))
      }
      onEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
      }}
    />
  );
}
