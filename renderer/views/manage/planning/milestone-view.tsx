import { CircleCheck, CircleDot, GitPullRequest, Milestone as MilestoneIcon } from "lucide-react";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  listGroupMilestoneMergeRequests,
  listGroupMilestones,
  listMilestoneMergeRequests,
  listMilestones,
  type Milestone,
} from "../../../../shared/api/resources/milestones.ts";
import { useOperation, useOperationAll } from "../../../api/use-operation.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { EntryError } from "../../../features/addresses/entry-error.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { oneOf } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useRouteName } from "../../../features/addresses/use-route.ts";
import { ServiceMarkdown } from "../../../features/markdown/service-markdown.tsx";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";
import {
  MergeRequestListWidth,
  MergeRequestRow,
  useMergeRequestRowHeight,
} from "../../../features/merge-requests/merge-request-row.tsx";
import { Unread } from "../../../features/paged-list/list-states.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { LongTitle } from "../../../ui/marks/long-title.tsx";
import { useWidth } from "../../../ui/panes/observe-element.ts";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { TabLinks } from "../../../ui/panes/tab-links.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { MilestoneMenu, useChangeState } from "./milestone-form.tsx";
import { daysText, MilestoneState } from "./milestone-state.tsx";
import styles from "./planning.module.css";
import {
  groupOf,
  type Holder,
  projectOf,
  useHolder,
  useMilestoneNumber,
  usePlanningRights,
} from "./use-holder.ts";

/** Parts of a milestone's page; the first one is shown unless the address says another. */
const parts = [
  { name: undefined, label: "Merge requests" },
  { name: "description", label: "Description" },
] as const;
const milestoneSearch = { tab: oneOf("description") };

const listOf = (holder: Holder) =>
  holder.kind === "project"
    ? hrefs.project(holder.account, holder.path, "milestones")
    : hrefs.groupPart(holder.account, holder.path, "milestones");

const addressOf = ({ account, kind, path }: Holder, iid: string, tab?: string) =>
  hrefs.milestone(account, kind === "project" ? { project: path } : { group: path }, iid, { tab });

/** One milestone: its days, its progress, and what is planned for it. */
export function MilestoneView() {
  const holder = useHolder();
  const iid = useMilestoneNumber();
  const found = useMilestone(holder, Number(iid));
  const milestone = found.data?.[0];
  useRouteName(milestone?.title);
  if (milestone) return <MilestonePage holder={holder} milestone={milestone} iid={iid} />;
  return (
    <div className={layout.page}>
      <PageHeader
        icon={MilestoneIcon}
        title={`Milestone %${iid}`}
        meta={found.isPending ? null : undefined}
      />
      {found.isPending ? (
        <Skeleton page lines={8} label="Loading the milestone" />
      ) : found.error ? (
        <EntryError
          error={found.error}
          entry={`Milestone %${iid}`}
          list={{ label: "Milestones", href: listOf(holder) }}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <EmptyState
          icon={MilestoneIcon}
          title={`There is no milestone %${iid}`}
          description="It may have been deleted, or promoted to a milestone of the group."
          actions={<AppLink href={listOf(holder)}>Milestones</AppLink>}
        />
      )}
    </div>
  );
}

/** Reads the milestone of a number; that of the other kind of holder is not requested. */
function useMilestone(holder: Holder, iid: number) {
  const [project, group] = [projectOf(holder), groupOf(holder)];
  const ofProject = useOperation(listMilestones, project === null ? null : { id: project, iids: [iid] });
  const ofGroup = useOperation(listGroupMilestones, group === null ? null : { id: group, iids: [iid] });
  return project === null ? ofGroup : ofProject;
}

/** Reads what is planned for a milestone. */
function usePlanned(holder: Holder, { id: milestone_id }: Milestone) {
  const [project, group] = [projectOf(holder), groupOf(holder)];
  const more = { milestone_id, per_page: 100 };
  const ofProject = useOperationAll(
    listMilestoneMergeRequests,
    project === null ? null : { id: project, ...more },
  );
  const ofGroup = useOperationAll(
    listGroupMilestoneMergeRequests,
    group === null ? null : { id: group, ...more },
  );
  return project === null ? ofGroup : ofProject;
}

interface MilestonePageProps {
  readonly holder: Holder;
  readonly milestone: Milestone;
  readonly iid: string;
}

function MilestonePage({ holder, milestone, iid }: MilestonePageProps) {
  const [{ tab }] = useAddressSearch(milestoneSearch);
  const { mayWrite, mayPromote } = usePlanningRights(holder);
  const planned = usePlanned(holder, milestone);
  const changeState = useChangeState(holder);
  const go = useGo();
  const isClosed = milestone.state === "closed";
  return (
    <div className={layout.page}>
      <PageHeader
        icon={MilestoneIcon}
        title={<LongTitle text={milestone.title} />}
        state={<MilestoneState milestone={milestone} />}
        meta={daysText(milestone) || undefined}
        tabs={
          <TabLinks label="Milestone">
            {parts.map(({ name, label }) => (
              <AppLink
                key={label}
                href={addressOf(holder, iid, name)}
                aria-current={tab === name ? "page" : undefined}
              >
                {label}
              </AppLink>
            ))}
          </TabLinks>
        }
        tools={
          mayWrite ? (
            <MilestoneMenu
              holder={holder}
              milestone={milestone}
              mayPromote={mayPromote}
              onGone={() => go(listOf(holder))}
            />
          ) : null
        }
        actions={
          mayWrite ? (
            <Button
              writes
              icon={isClosed ? CircleDot : CircleCheck}
              onClick={() => void changeState(milestone)}
            >
              {isClosed ? "Reopen" : "Close milestone"}
            </Button>
          ) : null
        }
      />
      {tab === "description" ? (
        <Description text={milestone.description ?? ""} />
      ) : planned.data ? (
        <Planned holder={holder} mergeRequests={planned.data} />
      ) : planned.error ? (
        <Unread error={planned.error} name="Merge requests" onRetry={() => void planned.refetch()} />
      ) : (
        <Skeleton page lines={8} mark={16} label="Loading merge requests" />
      )}
    </div>
  );
}

function Description({ text }: { readonly text: string }) {
  if (text.trim() === "")
    return (
      <EmptyState icon={MilestoneIcon} title="No description" description="Edit the milestone to add one." />
    );
  return (
    <div className={layout.sections}>
      <ServiceMarkdown text={text} />
    </div>
  );
}

/** Groups of merge requests by state, in the order in which they are shown. */
const groups = [
  { states: ["opened", "locked"], title: "Open" },
  { states: ["merged"], title: "Merged" },
  { states: ["closed"], title: "Closed" },
] as const;

type Row = MergeRequest | { readonly title: string; readonly count: number };
const isHeading = (row: Row): row is Exclude<Row, MergeRequest> => !("iid" in row);

/** The merge requests of a milestone by state, below how many of them are done. */
function Planned({
  holder,
  mergeRequests,
}: {
  readonly holder: Holder;
  readonly mergeRequests: readonly MergeRequest[];
}) {
  const go = useGo();
  const [box, width] = useWidth();
  const rowHeight = useMergeRequestRowHeight();
  const { account } = holder;
  const project = projectOf(holder) ?? undefined;
  if (mergeRequests.length === 0) {
    return (
      <EmptyState
        icon={GitPullRequest}
        title="Nothing is planned yet"
        description="Merge requests get a milestone among their details, or when they are made."
      />
    );
  }
  const rows = groups.flatMap(({ states, title }): Row[] => {
    const found = mergeRequests.filter(({ state }) => states.some((one) => one === state));
    return found.length > 0 ? [{ title, count: found.length }, ...found] : [];
  });
  const done = mergeRequests.filter(({ state }) => state === "merged" || state === "closed").length;
  return (
    <>
      <div className={cx(layout.bar, styles.progress)}>
        <ProgressBar label="Progress" value={done / mergeRequests.length} className={styles.bar} />
        <span>
          {done.toLocaleString()} of {mergeRequests.length.toLocaleString()} merge requests merged or closed
        </span>
      </div>
      <div ref={box} className={layout.page}>
        <MergeRequestListWidth value={width}>
          <VirtualList
            label="Merge requests"
            role="list"
            className={layout.list ?? ""}
            items={rows}
            itemKey={(row) => (isHeading(row) ? row.title : row.id)}
            rowHeight={(row) => (isHeading(row) ? 32 : rowHeight)}
            isHeading={isHeading}
            onOpen={(row) => {
              const target = isHeading(row) ? undefined : projectOfMergeRequest(row, project);
              if (!isHeading(row) && target) go(hrefs.mergeRequest(account, target, row.iid));
            }}
            renderItem={(row) =>
              isHeading(row) ? (
                <div className={styles.heading}>
                  {row.title} <span className={layout.secondary}>{row.count.toLocaleString()}</span>
                </div>
              ) : (
                <MergeRequestRow
                  account={account}
                  project={projectOfMergeRequest(row, project)}
                  mergeRequest={row}
                  showProject={project === undefined}
                  news={[]}
                />
              )
            }
          />
        </MergeRequestListWidth>
      </div>
    </>
  );
}
