import { useParams } from "@tanstack/react-router";
import { Folders } from "lucide-react";
import { useState } from "react";
import {
  type Group,
  getGroup,
  listGroupProjects,
  listSubgroups,
} from "../../../shared/api/resources/groups.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation, useOperationPages } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText, flag, oneOf, type SearchOf } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { GroupPane } from "../../features/group-tree/group-pane.tsx";
import { useDeletionProgress } from "../../features/group-tree/use-deletion-progress.ts";
import { orderOf } from "../../features/project-list/project-filters.ts";
import { ProjectList, VisibilityLabel } from "../../features/project-list/project-list.tsx";
import { ProjectSearchBar } from "../../features/project-list/project-search-bar.tsx";
import { useGroupDeletions } from "../../state/group-deletions.ts";
import bar from "../../ui/forms/bar-choices.module.css";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SearchField } from "../../ui/forms/text-field.tsx";
import { useTypedSearch } from "../../ui/forms/use-typed-search.ts";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { TabLinks } from "../../ui/panes/tab-links.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { ProgressBar } from "../../ui/states/progress.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import layout from "../../ui/theme/layout.module.css";
import { AllGroupFields } from "./all-group-fields.tsx";
import { GroupActions } from "./group-actions.tsx";
import { GroupList, type GroupOrder, groupOrder, groupOrders } from "./group-list.tsx";
import styles from "./groups.module.css";

const tabs = [
  { name: undefined, label: "Projects" },
  { name: "subgroups", label: "Subgroups" },
  { name: "details", label: "Details" },
] as const;

const groupSearch = { tab: anyText };

/** One group: projects, subgroups, merge requests and details. */
export function GroupView() {
  const { account, group: path } = useParams({ from: "/a/$account/groups/$group" });
  const group = useOperation(getGroup, { id: path, with_projects: false, with_custom_attributes: true });
  return (
    <GroupPane account={account} current={path}>
      {group.data && !(group.error && describeProblem(group.error).kind === "missing") ? (
        <GroupPage account={account} group={group.data} />
      ) : (
        <div className={layout.page}>
          <PageHeader title={nameOf(path)} icon={Folders} />
          {group.error ? (
            <ErrorState {...describeProblem(group.error)} onRetry={() => void group.refetch()} />
          ) : (
            <div className={layout.padded}>
              <Skeleton lines={6} height={24} label="Loading the group" />
            </div>
          )}
        </div>
      )}
    </GroupPane>
  );
}

function GroupPage({ account, group }: { readonly account: string; readonly group: Group }) {
  const [{ tab }] = useAddressSearch(groupSearch);
  const params = { account, group: group.full_path };
  const isMarked = Boolean(group.marked_for_deletion_on);
  return (
    <div className={layout.page}>
      <PageHeader
        title={group.full_name}
        mark={<Avatar name={group.name} size={24} square />}
        state={
          <>
            <VisibilityLabel value={group.visibility} />
            {isMarked ? <Badge tone="warning">Deleting</Badge> : null}
          </>
        }
        tabs={
          <TabLinks label="Group">
            {tabs.map(({ name, label }) => (
              <AppLink
                key={label}
                href={hrefs.group(params.account, params.group, name ? { tab: name } : {})}
                aria-current={tab === name || (tab === undefined && name === undefined) ? "page" : undefined}
              >
                {label}
              </AppLink>
            ))}
            <AppLink href={hrefs.mergeRequests(params.account, params.group)}>Merge requests</AppLink>
            <AppLink href={hrefs.issues(params.account, params.group)}>Issues</AppLink>
            <AppLink href={hrefs.groupPart(params.account, params.group, "milestones")}>Milestones</AppLink>
            <AppLink href={hrefs.groupPart(params.account, params.group, "labels")}>Labels</AppLink>
          </TabLinks>
        }
        meta={group.description || undefined}
        actions={<GroupActions account={account} group={group} />}
      />
      {isMarked ? <DeletionNotice account={account} group={group} /> : null}
      {tab === "subgroups" ? (
        <Subgroups account={account} group={group} />
      ) : tab === "details" ? (
        <AllGroupFields account={account} group={group} />
      ) : (
        <GroupProjects account={account} group={group} />
      )}
    </div>
  );
}

/** Progress of the deletion of a group, on its page. */
function DeletionNotice({ account, group }: { readonly account: string; readonly group: Group }) {
  const { left, isGone } = useDeletionProgress(account, group.id);
  const all = useGroupDeletions().find((one) => one.account === account && one.id === group.id)?.projects;
  if (isGone) return null;
  return (
    <section className={styles.deletion} aria-label="Deletion">
      <p>
        This group is being deleted, with everything below it.{" "}
        {left === null ? null : `${left.toLocaleString()} projects left.`}
      </p>
      <ProgressBar label="Deleted projects" value={all && left !== null ? 1 - left / all : null} />
    </section>
  );
}

/** The groups right below a group. */
function Subgroups({ account, group }: { readonly account: string; readonly group: Group }) {
  const [search, setSearch] = useState("");
  const [text, setText] = useTypedSearch(search, setSearch);
  const [order, setOrder] = useState<GroupOrder>("name");
  const list = useOperationPages(
    listSubgroups,
    {
      id: group.full_path,
      all_available: true,
      ...groupOrder(order),
      search: search || undefined,
      per_page: 50,
    },
    { keepPrevious: true },
  );
  return (
    <>
      <search className={layout.bar} aria-label="Subgroups">
        <SearchField label="Search subgroups" value={text} onChange={setText} className={layout.search} />
        <Select
          label="Order by"
          hideLabel
          className={bar.order ?? ""}
          value={order}
          onChange={setOrder}
          options={groupOrders}
        />
      </search>
      <GroupList
        account={account}
        list={list}
        label="Subgroups"
        scope={`${search} ${order}`}
        empty={
          search
            ? { title: "No matches", description: "Try different words." }
            : {
                title: "No subgroups",
                description: "Owners of the group can create subgroups to divide its projects.",
              }
        }
      />
    </>
  );
}

export { GroupsView } from "./groups-view.tsx";

/** Filters of a group's projects in the address; what is left out is the default. */
const filters = {
  search: anyText,
  visibility: oneOf("public", "internal", "private"),
  archived: oneOf("only", "with"),
  order: oneOf("name", "path", "created_at", "updated_at", "last_activity_at", "id"),
  /** Without those of subgroups. */
  own: flag,
  /** Without those that are shared with the group. */
  unshared: flag,
  owned: flag,
  starred: flag,
  issues: flag,
  merge_requests: flag,
};
type Filters = SearchOf<typeof filters>;

const flags = [
  { name: "own", label: "Only this group, not its subgroups" },
  { name: "unshared", label: "Hide projects shared with the group" },
  { name: "owned", label: "Owned by me" },
  { name: "starred", label: "Starred by me" },
  { name: "issues", label: "With issues enabled" },
  { name: "merge_requests", label: "With merge requests enabled" },
] as const;

const toInput = (id: string, search: Filters) => ({
  id,
  ...orderOf(search),
  include_subgroups: !search.own,
  with_shared: !search.unshared,
  search: search.search || undefined,
  visibility: search.visibility || undefined,
  archived: search.archived === "with" ? undefined : search.archived === "only",
  owned: search.owned ? true : undefined,
  starred: search.starred ? true : undefined,
  with_issues_enabled: search.issues ? true : undefined,
  with_merge_requests_enabled: search.merge_requests ? true : undefined,
  per_page: 50,
});

/** The projects of a group, of the groups below it and those shared with it, with search, filters and order. */
function GroupProjects({ account, group }: { readonly account: string; readonly group: Group }) {
  const [search, change] = useAddressSearch(filters);
  const list = useOperationPages(listGroupProjects, toInput(group.full_path, search), { keepPrevious: true });
  const { search: words, order: _, ...rest } = search;
  const count = Object.values(rest).filter((value) => value !== undefined).length;
  return (
    <>
      <ProjectSearchBar label="Projects of the group" search={search} onChange={change} count={count}>
        {flags.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={search[name] === "1"}
            onChange={(checked) => change({ [name]: checked ? "1" : undefined })}
          />
        ))}
      </ProjectSearchBar>
      <ProjectList
        account={account}
        list={list}
        search={search}
        empty={
          words || count > 0
            ? { title: "No matches", description: "Try different words or fewer filters." }
            : {
                title: "No projects in this group",
                description: "Neither the group nor its subgroups have a project that you can see.",
              }
        }
      />
    </>
  );
}
