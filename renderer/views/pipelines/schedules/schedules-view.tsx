import { CalendarClock, Pencil, Play, Plus, Trash2, UserCheck, Workflow } from "lucide-react";
import { lazy, Suspense } from "react";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import {
  deletePipelineSchedule,
  getPipelineSchedule,
  listPipelineSchedules,
  type PipelineSchedule,
  playPipelineSchedule,
  takePipelineScheduleOwnership,
  updatePipelineSchedule,
} from "../../../../shared/api/resources/pipeline-schedules.ts";
import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { shortRef } from "../../../../shared/text/ref-name.ts";
import { describeProblem, failureOf } from "../../../api/describe-problem.ts";
import { useOperation, useOperationAll } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText, oneOf } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { StatusIcon } from "../../../features/ci/ci-status.tsx";
import { useHasAccess } from "../../../features/ci/use-has-access.ts";
import { useJobPlaces } from "../../../features/ci/use-job-places.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { clearFormDraft } from "../../../state/form-draft.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { Switch } from "../../../ui/forms/switch.tsx";
import { VirtualList } from "../../../ui/lists/virtual-list.tsx";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import { cronWords } from "./cron-words.ts";
import { scheduleDraftKey } from "./schedule-draft.ts";
import styles from "./schedules.module.css";

const ScheduleForm = lazy(async () => ({ default: (await import("./schedule-form.tsx")).ScheduleForm }));

/** `create` opens the form of a new schedule, `edit` that of the one with this id. */
const schedulesSearch = { show: oneOf("active", "inactive"), create: anyText, edit: anyText };
/** Pixels of a row. */
const rowHeight = 56;
/** Milliseconds after which the next runs are read again. */
const refreshMs = 60_000;

/** The schedules of a project's pipelines: when each runs next, for which branch, and with whose rights. */
export function SchedulesView() {
  const { account, project } = useProjectRoute();
  const [{ show = "all", create, edit }, changeSearch] = useAddressSearch(schedulesSearch);
  const schedules = useOperationAll(
    listPipelineSchedules,
    { id: project, per_page: 100 },
    { refetchInterval: refreshMs },
  );
  const mayCreate = useHasAccess(project, accessLevels.developer);
  const { runsHere, runsElsewhere } = useJobPlaces(account, project);
  const rights = useScheduleRights(project);
  const add = () => changeSearch({ create: "1", edit: undefined });
  useRegisterCommands(
    mayCreate
      ? [{ id: "schedules.new", title: "New schedule…", section: "Schedules", icon: Plus, run: add }]
      : [],
  );
  const all = schedules.data ?? [];
  const shown = all.filter(({ active }) => show === "all" || active === (show === "active"));
  const edited = all.find(({ id }) => String(id) === edit);
  const addButton = mayCreate ? (
    <Button icon={Plus} variant="primary" onClick={add}>
      New schedule
    </Button>
  ) : null;
  const open = (schedule: PipelineSchedule) => {
    if (rights(schedule).edits) changeSearch({ edit: String(schedule.id), create: undefined });
  };
  return (
    <div className={layout.page}>
      <PageHeader
        title="Schedules"
        icon={CalendarClock}
        meta={
          all.length > 0
            ? `${all.length.toLocaleString()} ${all.length === 1 ? "schedule" : "schedules"}`
            : schedules.isPending
              ? null
              : undefined
        }
        tools={
          all.length > 0 ? (
            <SegmentedControl
              label="Show"
              value={show}
              onChange={(chosen) => changeSearch({ show: chosen === "all" ? undefined : chosen })}
              options={[
                { value: "all", label: "All" },
                { value: "active", label: "Active" },
                { value: "inactive", label: "Inactive" },
              ]}
            />
          ) : undefined
        }
        // The empty state has it below.
        actions={schedules.data && all.length === 0 ? null : addButton}
      />
      {runsHere === false && !runsElsewhere ? (
        <p className={styles.notice}>
          Jobs of this project are off on this computer, so that nothing runs at these times.{" "}
          <AppLink href={hrefs.project(account, project, "pipelines")}>Switch them on in Pipelines</AppLink>
        </p>
      ) : null}
      {schedules.error && !schedules.data ? (
        <ErrorState {...describeProblem(schedules.error)} onRetry={() => void schedules.refetch()} />
      ) : schedules.isPending ? (
        <Skeleton page lines={5} height={rowHeight} label="Loading schedules" />
      ) : all.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title="No schedules yet"
          description="A schedule runs a pipeline again and again, such as each night."
          actions={addButton}
        />
      ) : shown.length === 0 ? (
        <EmptyState icon={CalendarClock} title="No matches" description="Show all schedules." />
      ) : (
        <VirtualList
          label="Schedules"
          role="list"
          className={layout.list ?? ""}
          items={shown}
          itemKey={({ id }) => id}
          rowHeight={rowHeight}
          scope={show}
          onOpen={open}
          renderItem={(schedule) => (
            <ScheduleRow
              account={account}
              project={project}
              schedule={schedule}
              rights={rights(schedule)}
              mayRun={mayCreate}
              onEdit={() => open(schedule)}
            />
          )}
        />
      )}
      {(create !== undefined && mayCreate) || edited ? (
        <Suspense>
          <ScheduleForm
            key={edited?.id ?? "new"}
            account={account}
            project={project}
            schedule={edited}
            onClose={() => changeSearch({ create: undefined, edit: undefined })}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

interface ScheduleRights {
  readonly edits: boolean;
  readonly deletes: boolean;
  readonly takes: boolean;
}

/** Returns what the user may do to a schedule: it runs with the rights of its owner, who alone changes it. */
function useScheduleRights(project: string): (schedule: PipelineSchedule) => ScheduleRights {
  const develops = useHasAccess(project, accessLevels.developer);
  const maintains = useHasAccess(project, accessLevels.maintainer);
  const me = useOperation(getCurrentUser, {}, { staleTime: 60_000 }).data;
  return ({ owner }) => {
    const isOwn = me !== undefined && owner?.id === me.id;
    const edits = (isOwn && develops) || me?.is_admin === true;
    return { edits, deletes: edits || maintains, takes: maintains && !isOwn };
  };
}

interface ScheduleRowProps {
  readonly account: string;
  readonly project: string;
  readonly schedule: PipelineSchedule;
  readonly rights: ScheduleRights;
  readonly mayRun: boolean;
  readonly onEdit: () => void;
}

/** A schedule with its next run and its last pipeline. Lists do not contain that one, so it is read for visible rows. */
function ScheduleRow({ account, project, schedule, rights, mayRun, onEdit }: ScheduleRowProps) {
  const { id, description, ref, cron, cron_timezone: zone, active, owner, next_run_at: next } = schedule;
  const last = useOperation(
    getPipelineSchedule,
    { id: project, pipeline_schedule_id: id },
    { refetchInterval: refreshMs },
  ).data?.last_pipeline;
  const update = useWrite(updatePipelineSchedule);
  const change = async (isActive: boolean) => {
    try {
      await update({ id: project, pipeline_schedule_id: id, active: isActive });
    } catch (error) {
      toast.problem(`${description} was not changed`, describeProblem(error));
    }
  };
  const branch = shortRef(ref);
  return (
    <div className={styles.row}>
      <div className={styles.cell}>
        {rights.edits ? (
          <button type="button" className={styles.name} onClick={onEdit}>
            <bdi>{description}</bdi>
          </button>
        ) : (
          <bdi className={styles.name}>{description}</bdi>
        )}
        <span className={styles.sub}>
          <span title={cron}>{cronWords(cron)}</span>
          <span>{zone}</span>
        </span>
      </div>
      <div className={styles.cell}>
        <AppLink href={hrefs.project(account, project, "commits", { ref })} className={styles.ref}>
          <bdi>{branch}</bdi>
        </AppLink>
        <span className={styles.sub}>
          {last ? (
            <AppLink href={hrefs.pipeline(account, project, last.id)} className={styles.last}>
              <StatusIcon status={last.status} size={14} /> #{last.id}
            </AppLink>
          ) : (
            "Has not run yet"
          )}
        </span>
      </div>
      <div className={styles.cell}>
        <span className={styles.next}>
          {active && next ? <RelativeTime time={next} future /> : active ? "Never" : "Inactive"}
        </span>
        {owner ? (
          <span className={styles.owner}>
            <PersonAvatar person={owner} account={account} size={16} /> <bdi>{owner.name}</bdi>
          </span>
        ) : (
          <span className={styles.owner}>No owner</span>
        )}
      </div>
      <Switch
        writes
        label={<VisuallyHidden>{`Active: ${description}`}</VisuallyHidden>}
        checked={active}
        disabled={!rights.edits}
        onChange={(isActive) => void change(isActive)}
      />
      <ScheduleMenu {...{ account, project, schedule, rights, mayRun, onEdit }} />
    </div>
  );
}

/** Run now, edit, take ownership and delete. */
function ScheduleMenu({ account, project, schedule, rights, mayRun, onEdit }: ScheduleRowProps) {
  const { id, description, owner } = schedule;
  const one = { id: project, pipeline_schedule_id: id };
  const play = useWrite(playPipelineSchedule);
  const take = useWrite(takePipelineScheduleOwnership);
  const remove = useWrite(deletePipelineSchedule);
  const go = useGo();
  const showPipelines = () => go(hrefs.project(account, project, "pipelines", { schedule: String(id) }));
  const runNow = async () => {
    try {
      await play(one);
      toast.success(`Started ${description}`, {
        action: {
          label: "Show pipelines",
          onSelect: showPipelines,
        },
      });
    } catch (error) {
      toast.problem(`${description} was not started`, describeProblem(error));
    }
  };
  const takeOver = async () => {
    const isDone = await confirm({
      title: `Take ownership of ${description}?`,
      description: `Its pipelines run with your rights from now on${owner ? `, no longer with those of ${owner.name}` : ""}.`,
      confirmLabel: "Take ownership",
      failureTitle: "The owner was not changed",
      attempt: () => failureOf(take(one)),
    });
    if (isDone) toast.success(`You own ${description}`);
  };
  const deleteIt = async () => {
    const isDone = await confirm({
      title: `Delete ${description}?`,
      description: "The schedule and its variables are deleted for everyone. Its pipelines stay.",
      confirmLabel: "Delete schedule",
      danger: true,
      failureTitle: `${description} was not deleted`,
      attempt: () => failureOf(remove(one)),
    });
    if (!isDone) return;
    clearFormDraft(scheduleDraftKey(account, project, id));
    toast.success(`Deleted ${description}`);
  };
  return (
    <MoreMenu of={description}>
      <MenuItem writes icon={Play} disabled={!mayRun} onSelect={() => void runNow()}>
        Run now
      </MenuItem>
      <MenuItem icon={Workflow} onSelect={showPipelines}>
        Show pipelines
      </MenuItem>
      <MenuItem
        icon={Pencil}
        disabled={!rights.edits}
        description={rights.edits ? undefined : "Only its owner changes it"}
        onSelect={onEdit}
      >
        Edit…
      </MenuItem>
      {rights.takes ? (
        <MenuItem writes icon={UserCheck} onSelect={() => void takeOver()}>
          Take ownership…
        </MenuItem>
      ) : null}
      <MenuItem writes danger icon={Trash2} disabled={!rights.deletes} onSelect={() => void deleteIt()}>
        Delete…
      </MenuItem>
    </MoreMenu>
  );
}
