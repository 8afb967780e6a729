import { CircleCheck, CircleDot, Milestone as MilestoneIcon } from "lucide-react";
import type { Issue } from "../../../../shared/api/resources/issue-shapes.ts";
import type { MergeRequest } from "../../../../shared/api/resources/merge-request-shapes.ts";
import {
  listGroupMilestoneIssues,
  listGroupMilestoneMergeRequests,
  listGroupMilestones,
  listMilestoneIssues,
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
import { projectOfIssue } from "../../../features/issues/issue-project.ts";
import { IssueRow } from "../../../features/issues/issue-row.tsx";
import { ServiceMarkdown } from "../../../features/markdown/service-markdown.tsx";
import { projectOfMergeRequest } from "../../../features/merge-requests/merge-request-project.ts";
import { MergeRequestRow } from "../../../features/merge-requests/merge-request-row.tsx";
import { Unread } from "../../../features/paged-list/list-states.tsx";
import { useWorkRowHeight, WorkListWidth } from "../../../features/work-lists/row-parts.tsx";
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
  { name: undefined, label: "Planned" },
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
          description={
            projectOf(holder) === null
              ? "It may have been deleted."
              : "It may have been deleted, or promoted to a milestone of the group."
          }
          actions={
            <Button asChild>
              <AppLink href={listOf(holder)}>Milestones</AppLink>
            </Button>
          }
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

/** Reads what is planned for a milestone: both kinds, or why one could not be read. */
function usePlanned(holder: Holder, { id: milestone_id }: Milestone) {
  const [project, group] = [projectOf(holder), groupOf(holder)];
  const more = { milestone_id, per_page: 100 };
  const inProject = project === null ? null : { id: project, ...more };
  const inGroup = group === null ? null : { id: group, ...more };
  const projectIssues = useOperationAll(listMilestoneIssues, inProject);
  const groupIssues = useOperationAll(listGroupMilestoneIssues, inGroup);
  const projectRequests = useOperationAll(listMilestoneMergeRequests, inProject);
  const groupRequests = useOperationAll(listGroupMilestoneMergeRequests, inGroup);
  return project === null
    ? { issues: groupIssues, mergeRequests: groupRequests }
    : { issues: projectIssues, mergeRequests: projectRequests };
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
      ) : planned.issues.data && planned.mergeRequests.data ? (
        <Planned
          holder={holder}
          entries={[
            ...planned.issues.data.map((row) => ({ kind: "issue", row }) as const),
            ...planned.mergeRequests.data.map((row) => ({ kind: "mergeRequest", row }) as const),
          ]}
        />
      ) : planned.issues.error ? (
        <Unread error={planned.issues.error} name="Issues" onRetry={() => void planned.issues.refetch()} />
      ) : planned.mergeRequests.error ? (
        <Unread
          error={planned.mergeRequests.error}
          name="Merge requests"
          onRetry={() => void planned.mergeRequests.refetch()}
        />
      ) : (
        <Skeleton page lines={8} mark={16} label="Loading what is planned" />
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

/** Headings of what is planned, by state, in the order in which it is shown. */
const groups = [
  { kind: "issue", states: ["opened"], title: "Open issues" },
  { kind: "mergeRequest", states: ["opened", "locked"], title: "Open merge requests" },
  { kind: "issue", states: ["closed"], title: "Closed issues" },
  { kind: "mergeRequest", states: ["merged"], title: "Merged" },
  { kind: "mergeRequest", states: ["closed"], title: "Closed merge requests" },
] as const;

type Entry =
  | { readonly kind: "issue"; readonly row: Issue }
  | { readonly kind: "mergeRequest"; readonly row: MergeRequest };
type Row = Entry | { readonly kind: "heading"; readonly title: string; readonly count: number };

const isDone = ({ row: { state } }: Entry): boolean => state === "merged" || state === "closed";

/** "2 of 3 issues closed". */
const doneText = (entries: readonly Entry[], [one, many]: readonly [string, string], done: string) =>
  `${entries.filter(isDone).length.toLocaleString()} of ${entries.length.toLocaleString()} ${entries.length === 1 ? one : many} ${done}`;

/** The issues and merge requests of a milestone by state, below how many of them are done. */
function Planned({ holder, entries }: { readonly holder: Holder; readonly entries: readonly Entry[] }) {
  const go = useGo();
  const [box, width] = useWidth();
  const rowHeight = useWorkRowHeight();
  const { account } = holder;
  const project = projectOf(holder) ?? undefined;
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={MilestoneIcon}
        title="Nothing is planned yet"
        description="Issues and merge requests get a milestone among their details, or when they are made."
      />
    );
  }
  const rows = groups.flatMap(({ kind, states, title }): Row[] => {
    const found = entries.filter(
      (entry) => entry.kind === kind && states.some((one) => one === entry.row.state),
    );
    return found.length > 0 ? [{ kind: "heading", title, count: found.length }, ...found] : [];
  });
  const issues = entries.filter(({ kind }) => kind === "issue");
  const mergeRequests = entries.filter(({ kind }) => kind === "mergeRequest");
  const addressOfEntry = (entry: Entry) => {
    if (entry.kind === "issue")
      return hrefs.issue(account, projectOfIssue(entry.row, project), entry.row.iid);
    const target = projectOfMergeRequest(entry.row, project);
    return target ? hrefs.mergeRequest(account, target, entry.row.iid) : undefined;
  };
  return (
    <>
      <div className={cx(layout.bar, styles.progress)}>
        <ProgressBar
          label="Progress"
          value={entries.filter(isDone).length / entries.length}
          className={styles.bar}
        />
        <span>
          {[
            issues.length > 0 ? doneText(issues, ["issue", "issues"], "closed") : null,
            mergeRequests.length > 0
              ? doneText(mergeRequests, ["merge request", "merge requests"], "merged or closed")
              : null,
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </div>
      <div ref={box} className={layout.page}>
        <WorkListWidth value={width}>
          <VirtualList
            label="Planned"
            role="list"
            className={layout.list ?? ""}
            items={rows}
            itemKey={(row) => (row.kind === "heading" ? row.title : `${row.kind} ${row.row.id}`)}
            rowHeight={(row) => (row.kind === "heading" ? 32 : rowHeight)}
            isHeading={({ kind }) => kind === "heading"}
            onOpen={(row) => {
              const target = row.kind === "heading" ? undefined : addressOfEntry(row);
              if (target) go(target);
            }}
            renderItem={(row) =>
              row.kind === "heading" ? (
                <div className={styles.heading}>
                  {row.title} <span className={layout.secondary}>{row.count.toLocaleString()}</span>
                </div>
              ) : row.kind === "issue" ? (
                <IssueRow account={account} project={project} issue={row.row} />
              ) : (
                <MergeRequestRow
                  account={account}
                  project={projectOfMergeRequest(row.row, project)}
                  mergeRequest={row.row}
                  showProject={project === undefined}
                  news={[]}
                />
              )
            }
          />
        </WorkListWidth>
      </div>
    </>
  );
}
