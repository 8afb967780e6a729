import { CircleDot, GitPullRequest, Plus, Tags } from "lucide-react";
import { useState } from "react";
import { type Label, listGroupLabels, listLabels } from "../../../../shared/api/resources/labels.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { issuesText } from "../../../features/issues/issue-project.ts";
import { LabelMark } from "../../../features/labels/labels.tsx";
import { mergeRequestsText } from "../../../features/merge-requests/merge-request-texts.ts";
import { PagedList } from "../../../features/paged-list/list-states.tsx";
import { totalText } from "../../../features/paged-list/load-more.tsx";
import { formatQuery } from "../../../features/query-text/query-text.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { LabelDialog, LabelMenu } from "./label-form.tsx";
import styles from "./planning.module.css";
import {
  groupOf,
  type Holder,
  type PlanningRights,
  projectOf,
  useHolder,
  usePlanningRights,
} from "./use-holder.ts";

const labelsSearch = { search: anyText };

/** The labels of a project or group, with the open issues and merge requests that have each. */
export function LabelsView() {
  const holder = useHolder();
  const [{ search = "" }, changeSearch] = useAddressSearch(labelsSearch);
  const [creating, setCreating] = useState(false);
  const rights = usePlanningRights(holder);
  const list = useLabels(holder, search);
  const startNew = () => setCreating(true);
  useRegisterCommands(
    rights.mayWrite
      ? [{ id: "label.new", title: "New label…", section: "Labels", icon: Plus, run: startNew }]
      : [],
  );
  const create = rights.mayWrite ? (
    <Button icon={Plus} variant="primary" onClick={startNew}>
      New label
    </Button>
  ) : null;
  const isEmpty = !list.isPending && list.items.length === 0 && search === "";
  return (
    <div className={layout.page}>
      <PageHeader
        title="Labels"
        icon={Tags}
        meta={totalText(list, "label")}
        tools={
          <search aria-label="Labels">
            <SearchField
              label="Search labels"
              value={search}
              onChange={(text) => changeSearch({ search: text })}
            />
          </search>
        }
        // The empty state has it below.
        actions={isEmpty ? null : create}
      />
      <PagedList
        label="Labels"
        list={list}
        items={list.items}
        scope={search}
        itemKey={({ id }) => id}
        rowHeight={36}
        empty={
          <EmptyState
            icon={Tags}
            title={search ? "No matching labels" : "No labels yet"}
            description={
              search ? "Try different words." : "Labels sort issues and merge requests by subject or state."
            }
            actions={search ? undefined : create}
          />
        }
        renderItem={(label) => <LabelRow holder={holder} label={label} rights={rights} />}
      />
      {creating ? <LabelDialog holder={holder} onClose={() => setCreating(false)} /> : null}
    </div>
  );
}

/** The labels of a holder; those of the other kind are not requested. */
function useLabels(holder: Holder, search: string) {
  const input = { with_counts: true, search: search || undefined, per_page: 50 };
  const [project, group] = [projectOf(holder), groupOf(holder)];
  const keep = { keepPrevious: true };
  const ofProject = useOperationPages(listLabels, project === null ? null : { id: project, ...input }, keep);
  const ofGroup = useOperationPages(listGroupLabels, group === null ? null : { id: group, ...input }, keep);
  return project === null ? ofGroup : ofProject;
}

interface LabelRowProps {
  readonly holder: Holder;
  readonly label: Label;
  readonly rights: PlanningRights;
}

function LabelRow({ holder, label, rights }: LabelRowProps) {
  const { account, path } = holder;
  const q = formatQuery({ terms: [{ key: "label", value: label.name }], words: "" });
  const project = projectOf(holder);
  const isOfGroup = project !== null && label.is_project_label === false;
  const { open_issues_count: issues, open_merge_requests_count: requests } = label;
  return (
    <div className={cx(layout.row, styles.row)}>
      <span className={styles.name}>
        <LabelMark name={label.name} color={label.color} />
      </span>
      <span className={cx(layout.ellipsis, layout.muted, styles.description)}>{label.description}</span>
      {label.priority === null || label.priority === undefined ? null : (
        <Badge title="Lower numbers come first">Priority {label.priority}</Badge>
      )}
      {isOfGroup ? (
        <AppLink href={hrefs.groupPart(account, folderOf(project), "labels")} title="Labels of the group">
          <Badge>Group</Badge>
        </AppLink>
      ) : null}
      <AppLink
        className={styles.count}
        href={
          project === null
            ? hrefs.issues(account, path, { q })
            : hrefs.project(account, path, "issues", { q })
        }
        aria-label={`Issues with the label ${label.name}`}
        title={issues === undefined ? "Issues" : `${issuesText(issues)} open`}
      >
        <Icon of={CircleDot} size={13} /> {issues?.toLocaleString()}
      </AppLink>
      <AppLink
        className={styles.count}
        href={
          project === null
            ? hrefs.mergeRequests(account, path, { q })
            : hrefs.project(account, path, "merge_requests", { q })
        }
        aria-label={`Merge requests with the label ${label.name}`}
        title={requests === undefined ? "Merge requests" : `${mergeRequestsText(requests)} open`}
      >
        <Icon of={GitPullRequest} size={13} /> {requests?.toLocaleString()}
      </AppLink>
      <span className={styles.menu}>
        {rights.mayWrite && !isOfGroup ? (
          <LabelMenu holder={holder} label={label} mayPromote={rights.mayPromote} />
        ) : null}
      </span>
    </div>
  );
}
