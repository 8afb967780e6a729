import { Milestone as MilestoneIcon, Plus } from "lucide-react";
import { useState } from "react";
import {
  listGroupMilestones,
  listMilestones,
  type Milestone,
} from "../../../../shared/api/resources/milestones.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { milestoneHref } from "../../../features/addresses/milestone-address.ts";
import { anyText, oneOf } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { PagedList } from "../../../features/paged-list/list-states.tsx";
import { totalText } from "../../../features/paged-list/load-more.tsx";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { SearchField } from "../../../ui/forms/text-field.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { MilestoneDialog, MilestoneMenu } from "./milestone-form.tsx";
import { daysText, MilestoneState } from "./milestone-state.tsx";
import styles from "./planning.module.css";
import {
  groupOf,
  type Holder,
  type PlanningRights,
  projectOf,
  useHolder,
  usePlanningRights,
} from "./use-holder.ts";

const milestonesSearch = { search: anyText, state: oneOf("closed", "all") };

/** The milestones of a project with those of its groups, or of a group: the nearest first. */
export function MilestonesView() {
  const holder = useHolder();
  const [{ search = "", state }, changeSearch] = useAddressSearch(milestonesSearch);
  const [creating, setCreating] = useState(false);
  const rights = usePlanningRights(holder);
  const list = useMilestones(holder, search, state);
  const go = useGo();
  const startNew = () => setCreating(true);
  useRegisterCommands(
    rights.mayWrite
      ? [{ id: "milestone.new", title: "New milestone…", section: "Milestones", icon: Plus, run: startNew }]
      : [],
  );
  const create = rights.mayWrite ? (
    <Button icon={Plus} variant="primary" onClick={startNew}>
      New milestone
    </Button>
  ) : null;
  return (
    <div className={layout.page}>
      <PageHeader
        title="Milestones"
        icon={MilestoneIcon}
        meta={totalText(list, "milestone")}
        tools={
          <search aria-label="Milestones">
            <SearchField
              label="Search milestones"
              value={search}
              onChange={(text) => changeSearch({ search: text })}
            />
            <SegmentedControl
              label="State"
              value={state ?? "active"}
              onChange={(chosen) => changeSearch({ state: chosen === "active" ? undefined : chosen })}
              options={[
                { value: "active", label: "Open" },
                { value: "closed", label: "Closed" },
                { value: "all", label: "All" },
              ]}
            />
          </search>
        }
        actions={create}
      />
      <PagedList
        label="Milestones"
        list={list}
        items={list.items}
        scope={`${state} ${search}`}
        itemKey={({ id }) => id}
        rowHeight={36}
        onOpen={(milestone) => go(addressOf(holder, milestone))}
        empty={
          <EmptyState
            icon={MilestoneIcon}
            title={search ? "No matching milestones" : state ? "No milestones here" : "No open milestones"}
            description={
              search
                ? "Try different words or another state."
                : "A milestone collects what has to be done until a day."
            }
          />
        }
        renderItem={(milestone) => <MilestoneRow holder={holder} milestone={milestone} rights={rights} />}
      />
      {creating ? <MilestoneDialog holder={holder} onClose={() => setCreating(false)} /> : null}
    </div>
  );
}

/** The milestones of a holder; those of the other kind are not requested. */
function useMilestones(holder: Holder, search: string, state: "closed" | "all" | undefined) {
  const shown = state === "all" ? undefined : (state ?? "active");
  const input = { state: shown, search: search || undefined, per_page: 50 } as const;
  const [project, group] = [projectOf(holder), groupOf(holder)];
  const keep = { keepPrevious: true };
  const ofProject = useOperationPages(
    listMilestones,
    project === null ? null : { id: project, include_ancestors: true, ...input },
    keep,
  );
  const ofGroup = useOperationPages(
    listGroupMilestones,
    group === null ? null : { id: group, include_ancestors: true, ...input },
    keep,
  );
  return project === null ? ofGroup : ofProject;
}

/** Returns the address of a milestone of a holder or of a group above it. */
const addressOf = ({ account, path }: Holder, milestone: Milestone): string =>
  milestoneHref(account, path, milestone) ?? hrefs.project(account, path, "milestones");

interface MilestoneRowProps {
  readonly holder: Holder;
  readonly milestone: Milestone;
  readonly rights: PlanningRights;
}

function MilestoneRow({ holder, milestone, rights }: MilestoneRowProps) {
  const isOfGroup = projectOf(holder) !== null && !milestone.project_id;
  return (
    <div className={cx(layout.row, styles.row)}>
      <AppLink href={addressOf(holder, milestone)} className={layout.title}>
        {milestone.title}
      </AppLink>
      <MilestoneState milestone={milestone} />
      {isOfGroup ? <Badge title="Of a group of the project">Group</Badge> : null}
      <span className={cx(layout.ellipsis, layout.muted, styles.description)}>{milestone.description}</span>
      <span className={styles.days}>{daysText(milestone)}</span>
      <span className={styles.menu}>
        {rights.mayWrite && !isOfGroup ? (
          <MilestoneMenu holder={holder} milestone={milestone} mayPromote={rights.mayPromote} />
        ) : null}
      </span>
    </div>
  );
}
