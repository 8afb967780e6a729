import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FileDiff, Play, Workflow } from "lucide-react";
import {
  memo,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import type { MergeRequestVersion } from "../../../shared/api/resources/merge-request-shapes.ts";
import { listMergeRequestPipelines } from "../../../shared/api/resources/pipelines.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import { operationQueryKey } from "../../api/query-client.ts";
import { useOperationPages } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { PipelineRow, pipelineRowHeight } from "../../features/ci/pipeline-row.tsx";
import { useHasAccess } from "../../features/ci/use-has-access.ts";
import { useLivePages } from "../../features/ci/use-live-pages.ts";
import { pipelineProject } from "../../features/merge-requests/merge-request-project.ts";
import { PagedList } from "../../features/paged-list/list-states.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { TabLinks } from "../../ui/panes/tab-links.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { prepareDiffs } from "../../workers/diff/diff-engine.ts";
import { ReviewChanges } from "./changes/review-changes.tsx";
import { useChanges } from "./changes/use-changes.ts";
import { CommitsTab } from "./commits-tab.tsx";
import type { Discussions } from "./discussion/use-discussions.ts";
import { type HeadSlot, ReviewContext } from "./merge-request/review-context.ts";
import { TabLink, TabPane, useShownTab } from "./merge-request/shown-tab.tsx";
import { isUnsupported } from "./merge-request/use-merge-request.ts";
import { MergeRequestHead } from "./merge-request-head.tsx";
import { OverviewTab } from "./overview/overview-tab.tsx";
import styles from "./review.module.css";
import { type VersionList, versionQuery } from "./versions/version-query.ts";
import { type VersionIds, versionRange } from "./versions/version-range.ts";

const tabs = ["overview", "changes", "commits", "pipelines"] as const;
type MergeRequestTab = (typeof tabs)[number];

/** Returns the tab of an address; the first one by default. */
export const tabOf = (name: string | undefined): MergeRequestTab =>
  tabs.find((tab) => tab === name) ?? "overview";

interface MergeRequestTabsProps {
  readonly tab: MergeRequestTab;
  /** The version range of the changes in the address. */
  readonly versionIds: VersionIds;
  readonly extended: boolean;
  readonly discussions: Discussions;
  readonly versions: VersionList;
  /** Called once there are changed files, or it is known that there are none. */
  readonly onFiles: () => void;
}

/** The head and the tabs of a merge request. Overview and Changes stay mounted, and Changes is rendered in advance. */
export function MergeRequestTabs({
  tab,
  versionIds,
  extended,
  discussions,
  versions,
  onFiles,
}: MergeRequestTabsProps) {
  const { project, iid, mergeRequest } = useContext(ReviewContext);
  const account = useAccountId();
  const newest = versions.data?.[0];
  const ready = useReadyChanges(project, iid, newest);
  const visited = useRef<Partial<Record<MergeRequestTab, true>>>({});
  visited.current[tab] = true;
  const latestVersionIds = useRef(versionIds);
  if (tab === "changes") latestVersionIds.current = versionIds;
  const counts = {
    overview: mergeRequest?.user_notes_count,
    changes: newest?.real_size ?? null,
    commits: null,
    pipelines: null,
  };
  const pending = versions.isPending ? (
    <div className={flow.roomy}>
      <Skeleton lines={8} height={20} label="Loading versions" />
    </div>
  ) : versions.error && !versions.data ? (
    <ErrorState {...describeProblem(versions.error)} onRetry={() => void versions.refetch()} />
  ) : null;
  const hasNoFiles = versions.error !== null || versions.data?.length === 0;
  useEffect(() => {
    if (hasNoFiles) onFiles();
  }, [hasNoFiles, onFiles]);
  const hasOverview = visited.current.overview === true && mergeRequest !== null;
  const hasChanges = !pending && (visited.current.changes || ready);
  const [toolsSlot, setToolsSlot] = useState<HTMLElement | null>(null);
  const [endSlot, setEndSlot] = useState<HTMLElement | null>(null);
  const slot = useMemo(
    () => toolsSlot && endSlot && { tools: toolsSlot, end: endSlot },
    [toolsSlot, endSlot],
  );
  const [commitSlot, setCommitSlot] = useState<HTMLElement | null>(null);
  const shownTab = useShownTab();
  const slotClass = (name: MergeRequestTab) => (shownTab === name ? flow.inline : styles.hiddenTools);
  return (
    <>
      <MergeRequestHead
        extended={extended}
        tabs={
          <TabLinks label="Merge request">
            {tabs.map((name) => (
              <TabLink
                key={name}
                name={name}
                isDrawn={name === "overview" ? hasOverview : name === "changes" && hasChanges}
                href={hrefs.mergeRequest(account, project, iid, searchOf(name, latestVersionIds.current))}
              >
                {capitalize(name)}
                {counts[name] ? <span className={layout.small}>{counts[name]}</span> : null}
              </TabLink>
            ))}
          </TabLinks>
        }
        tools={
          <>
            <div ref={setToolsSlot} className={slotClass("changes")} />
            <div ref={setEndSlot} className={slotClass("changes")} />
            <div ref={setCommitSlot} className={slotClass("commits")} />
          </>
        }
      />
      {extended ? null : (
        <p className={styles.note}>
          This service returns no single merge requests: approving, merging, editing and threads on lines are
          not available here.
        </p>
      )}
      <div className={styles.body}>
        {hasOverview ? (
          <TabPane name="overview">
            <OverviewTab {...{ mergeRequest, extended, discussions }} />
          </TabPane>
        ) : null}
        {hasChanges ? (
          <TabPane name="changes">
            <ChangesTab
              shown={tab === "changes"}
              versionIds={latestVersionIds.current}
              versions={versions.data ?? noVersions}
              discussions={discussions}
              slot={slot}
              onFiles={onFiles}
            />
          </TabPane>
        ) : null}
        {tab === "pipelines" ? <PipelinesTab /> : null}
        {tab === "overview" || tab === "pipelines"
          ? null
          : (pending ??
            (tab === "commits" ? (
              <CommitsTab versions={versions.data ?? noVersions} slot={commitSlot} />
            ) : null))}
      </div>
    </>
  );
}

const noVersions: readonly MergeRequestVersion[] = [];

/** Returns the search of a tab's address; Changes restores the last version range. */
const searchOf = (name: MergeRequestTab, versionIds: VersionIds) =>
  name === "overview" ? {} : name === "changes" ? { tab: name, ...versionIds } : { tab: name };

/** Milliseconds after which it is read even if the page is never idle. */
const maxIdleWaitMs = 1_500;

/**
 * Prefetches the newest version while another tab is open. Returns true once it was read.
 */
function useReadyChanges(project: string, iid: number, newest: MergeRequestVersion | undefined): boolean {
  const account = useAccountId();
  const client = useQueryClient();
  const [ready, setReady] = useState(false);
  const { id, head_commit_sha: head } = newest ?? {};
  // The worker is started in any case.
  useEffect(() => prepareDiffs(), []);
  useEffect(() => {
    if (id === undefined || head === undefined) return;
    const query = versionQuery(account, project, iid, { id, head_commit_sha: head });
    const handle = requestIdleCallback(
      () =>
        void client.fetchQuery(query).then(
          () => startTransition(() => setReady(true)),
          () => undefined,
        ),
      { timeout: maxIdleWaitMs },
    );
    return () => {
      cancelIdleCallback(handle);
      // Leaving the page cancels it.
      void client.cancelQueries({ queryKey: query.queryKey, type: "inactive" });
    };
  }, [account, client, project, iid, id, head]);
  return ready;
}

interface ChangesTabProps {
  /** Whether it is visible and receives the keyboard. */
  readonly shown: boolean;
  readonly versionIds: VersionIds;
  readonly versions: readonly MergeRequestVersion[];
  readonly discussions: Discussions;
  readonly slot: HeadSlot | null;
  readonly onFiles: () => void;
}

/** The changes of a merge request, between any two of its versions. */
const ChangesTab = memo(function ChangesTab(props: ChangesTabProps) {
  const { shown, versionIds, versions, discussions, slot, onFiles } = props;
  const { from, to } = versionIds;
  const { project, iid } = useContext(ReviewContext);
  const navigate = useNavigate();
  const range = useMemo(() => versionRange(versions, from, to), [versions, from, to]);
  const changes = useChanges(project, iid, range);
  const { pending } = changes;
  useEffect(() => {
    if (!pending) onFiles();
  }, [pending, onFiles]);
  const choose = useCallback(
    (next: VersionIds) => {
      // Services name the start by its hash.
      const start = versions.find(({ id }) => String(id) === next.from)?.head_commit_sha ?? next.from;
      void navigate({
        to: ".",
        search: (now) => ({ ...now, from: start, to: next.to }),
        replace: true,
      });
    },
    [navigate, versions],
  );
  // The tab switches at once; the changes are rendered after it without blocking input.
  const [begun, setBegun] = useState(false);
  useLayoutEffect(() => startTransition(() => setBegun(true)), []);
  if (!range) {
    return (
      <EmptyState
        icon={FileDiff}
        title="No changes yet"
        description="The source branch has no changes that the target branch does not have."
      />
    );
  }
  return (
    <div className={layout.page}>
      {begun ? (
        <ReviewChanges {...{ shown, versions, range, changes, discussions, slot }} onSelectRange={choose} />
      ) : null}
    </div>
  );
});

/** The pipelines of a merge request, newest first. */
function PipelinesTab() {
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
