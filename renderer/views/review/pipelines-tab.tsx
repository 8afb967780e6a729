import { Play, Workflow } from "lucide-react";
import { useContext } from "react";
import { listMergeRequestPipelines } from "../../../shared/api/resources/pipelines.ts";
import { useAccountId } from "../../api/account-context.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { PipelineRow, pipelineRowHeight } from "../../features/ci/pipeline-row.tsx";
import { accessLevels, useHasAccess } from "../../features/ci/use-has-access.ts";
import { useLivePages } from "../../features/ci/use-live-pages.ts";
import { pipelineProject } from "../../features/merge-requests/pipeline-project.ts";
import { PagedList } from "../../features/paged-list/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ReviewContext } from "./merge-request/review-context.ts";
import { isUnsupported } from "./merge-request/use-merge-request.ts";

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
    list,
    queryKey: operationQueryKey(account, listMergeRequestPipelines, "pages", input),
    readHead: async (signal) => {
      const head = { ...input, page: 1 };
      const { data, paging } = await requestOperation(account, listMergeRequestPipelines, head, { signal });
      return { data, isAll: paging.nextPage === null && paging.nextUrl === null };
    },
  });
  const ref = mergeRequest?.source_branch;
  if (list.error && list.items.length === 0 && isUnsupported(list.error)) {
    return <EmptyState icon={Workflow} title="This service does not list pipelines of merge requests" />;
  }
  return (
    <PagedList
      label="Pipelines of the merge request"
      list={list}
      items={list.items}
      lines={4}
      mark={18}
      empty={
        <EmptyState
          icon={Workflow}
          title="No pipelines for this merge request"
          description="Pushing to the source branch starts one if the project has .gitlab-ci.yml."
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
      }
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
    />
  );
}
