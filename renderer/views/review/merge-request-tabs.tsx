import { useContext, useRef } from "react";
import type { MergeRequestVersion } from "../../../shared/api/resources/merge-request-shapes.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { cx } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { PersistentPane } from "../../ui/persistent-pane.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import { ChangesTab } from "./changes/changes-tab.tsx";
import { useReadyChanges } from "./changes/use-ready-changes.ts";
import { CommitsTab } from "./commits-tab.tsx";
import type { Discussions } from "./discussion/use-discussions.ts";
import { ReviewContext } from "./merge-request/review-context.ts";
import { OverviewTab } from "./overview/overview-tab.tsx";
import { PipelinesTab } from "./pipelines-tab.tsx";
import styles from "./review.module.css";
import type { VersionIds } from "./versions/versions.ts";

const tabs = ["overview", "changes", "commits", "pipelines"] as const;
export type MergeRequestTab = (typeof tabs)[number];

/** Returns the tab of an address; the first one by default. */
export const tabOf = (name: string | undefined): MergeRequestTab =>
  tabs.find((tab) => tab === name) ?? "overview";

interface MergeRequestTabsProps {
  readonly tab: MergeRequestTab;
  /** The version range of the changes in the address. */
  readonly versionIds: VersionIds;
  readonly extended: boolean;
  readonly discussions: Discussions;
  readonly versions: {
    readonly data: readonly MergeRequestVersion[] | undefined;
    readonly isPending: boolean;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}

/** The tabs of a merge request. Overview and Changes stay mounted, and Changes is rendered in advance. */
export function MergeRequestTabs({
  tab,
  versionIds,
  extended,
  discussions,
  versions,
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
  return (
    <>
      <TabLinks label="Merge request">
        {tab === "overview" ? null : (
          // Changes take the whole height: the head moves beside the tabs.
          <h1 className={cx(flow.growText, layout.ellipsis, styles.compactTitle)} title={mergeRequest?.title}>
            <span className={layout.muted}>!{iid}</span> {mergeRequest?.title}
          </h1>
        )}
        {tabs.map((name) => (
          <AppLink
            key={name}
            href={hrefs.mergeRequest(account, project, iid, searchOf(name, latestVersionIds.current))}
            aria-current={name === tab ? "page" : undefined}
          >
            {capitalize(name)}
            {counts[name] ? <span className={layout.small}>{counts[name]}</span> : null}
          </AppLink>
        ))}
      </TabLinks>
      {extended ? null : (
        <p className={styles.note}>
          This service returns no single merge requests: approving, merging, editing and threads on lines are
          not available here.
        </p>
      )}
      <div className={styles.body}>
        {visited.current.overview && mergeRequest ? (
          <PersistentPane shown={tab === "overview"}>
            <OverviewTab {...{ mergeRequest, extended, discussions }} />
          </PersistentPane>
        ) : null}
        {!pending && (visited.current.changes || ready) ? (
          <PersistentPane shown={tab === "changes"}>
            <ChangesTab
              shown={tab === "changes"}
              versionIds={latestVersionIds.current}
              versions={versions.data ?? noVersions}
              discussions={discussions}
            />
          </PersistentPane>
        ) : null}
        {tab === "pipelines" ? <PipelinesTab /> : null}
        {tab === "overview" || tab === "pipelines"
          ? null
          : (pending ?? (tab === "commits" ? <CommitsTab versions={versions.data ?? noVersions} /> : null))}
      </div>
    </>
  );
}

const noVersions: readonly MergeRequestVersion[] = [];

/** Returns the search of a tab's address; Changes restores the last version range. */
const searchOf = (name: MergeRequestTab, versionIds: VersionIds) =>
  name === "overview" ? {} : name === "changes" ? { tab: name, ...versionIds } : { tab: name };
