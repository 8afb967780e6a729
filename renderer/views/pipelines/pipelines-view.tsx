import { useQueryClient } from "@tanstack/react-query";
import { Play, Power, Variable as VariableIcon, Workflow, Zap } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import { updateCiSettings } from "../../../shared/api/resources/ci-settings.ts";
import type { Pipeline } from "../../../shared/api/resources/pipelines.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useWrite } from "../../api/use-write.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { BulkBar } from "../../features/bulk/bulk-bar.tsx";
import { startBulk } from "../../features/bulk/bulk-run.ts";
import { useSelectableList } from "../../features/bulk/selectable-row.tsx";
import {
  actionsOfPipeline,
  confirmPipelines,
  type PipelineAction,
  pipelineActions,
} from "../../features/ci/ci-actions.ts";
import { pipelineSources, pipelinesText, sourceText } from "../../features/ci/ci-texts.ts";
import { PipelineRow, pipelineRowHeight } from "../../features/ci/pipeline-row.tsx";
import { useHasAccess } from "../../features/ci/use-has-access.ts";
import { usePipelinePages } from "../../features/ci/use-live-pages.ts";
import { useRunsHere } from "../../features/ci/use-runs-here.ts";
import { PagedList } from "../../features/paged-list/list-states.tsx";
import { isEmpty } from "../../features/repository/needs-commits.tsx";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { type RowSelection, useRowSelection } from "../../ui/lists/row-selection.ts";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import { CiTabs } from "./ci-tabs.tsx";
import { JobsPanel, pipelineStatuses, RefFilter, StatusFilter, usePipelineFilter } from "./jobs-panel.tsx";
import { NoPipelines } from "./no-pipelines.tsx";
import styles from "./pipelines.module.css";
import { ScheduleFilter } from "./schedules/schedule-filter.tsx";

const RunPipelineDialog = lazy(async () => ({
  default: (await import("./run-pipeline-dialog.tsx")).RunPipelineDialog,
}));

/** `run` opens the form for a new pipeline. */
const pipelinesSearch = { run: anyText };

/** The pipelines of a project; only its jobs where the service lists no pipelines. */
export function PipelinesView() {
  const { account, project } = useProjectRoute();
  const [{ run }] = useAddressSearch(pipelinesSearch);
  const go = useGo();
  const filter = usePipelineFilter();
  const list = usePipelinePages(project, filter.value);
  const mayAct = useHasAccess(project, accessLevels.developer);
  const runsHere = useRunsHere(account, project);
  const maintains = useHasAccess(project, accessLevels.maintainer);
  const [isRunning, setRunning] = useState(run !== undefined);
  const details = useOperation(getProject, { id: project }).data;
  const mayRun = mayAct && runsHere !== false && details !== undefined && !isEmpty(details);
  const isLacking = list.error !== null && list.items.length === 0 && lacks(list.error);
  useRegisterCommands(
    mayRun
      ? [
          {
            id: "pipelines.run",
            title: "Run pipeline…",
            section: "Project",
            icon: Play,
            run: () => setRunning(true),
          },
        ]
      : [],
  );
  return (
    <div className={layout.page}>
      <PageHeader
        // Its tab says it.
        title={<VisuallyHidden>Pipelines</VisuallyHidden>}
        icon={Workflow}
        tabs={<CiTabs account={account} project={project} current="pipelines" />}
        meta={list.total ? pipelinesText(list.total) : list.isPending ? null : undefined}
        tools={
          runsHere || (runsHere === false && list.items.length > 0) ? (
            <RunHereButton project={project} isOn={runsHere} />
          ) : undefined
        }
        actions={
          <>
            {maintains && !isLacking ? (
              <Button icon={VariableIcon} asChild>
                <AppLink href={hrefs.project(account, project, "settings", { tab: "ci" })}>Variables</AppLink>
              </Button>
            ) : null}
            {isLacking || !mayAct ? null : (
              <Button
                icon={Play}
                variant="primary"
                disabled={!mayRun}
                {...(runsHere === false ? { title: "Jobs of this project are off" } : {})}
                onClick={() => setRunning(true)}
              >
                Run pipeline
              </Button>
            )}
          </>
        }
      />
      {runsHere === false && !list.isPending && list.items.length === 0 ? (
        <section className={styles.off} aria-label="Jobs on this computer">
          <RunHereSwitch project={project} isOn={false} />
        </section>
      ) : null}
      {isLacking ? (
        <>
          <p className={styles.notice}>This service does not list pipelines. These are the project's jobs.</p>
          <JobsPanel account={account} project={project} />
        </>
      ) : (
        <PipelinesPanel account={account} project={project} list={list} filter={filter} mayAct={mayAct} />
      )}
      {isRunning ? (
        <Suspense>
          <RunPipelineDialog
            project={project}
            initialRef={filter.value.ref}
            onClose={() => setRunning(false)}
            onCreated={({ id }) => go(hrefs.pipeline(account, project, id))}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Returns whether an error means that the service has no operation for pipelines. */
function lacks(error: unknown): boolean {
  const { status } = toProblem(error);
  return status !== undefined && [404, 405, 501].includes(status);
}

interface RunHereProps {
  readonly project: string;
  readonly isOn: boolean;
}

/** The switch that allows a local project to run its jobs, with an explanation. */
function RunHereSwitch({ project, isOn }: RunHereProps) {
  const write = useWrite(updateCiSettings);
  const mayChange = useHasAccess(project, accessLevels.maintainer);
  const change = async (next: boolean) => {
    try {
      await write({ id: project, run_jobs: next });
    } catch (error) {
      toast.problem("The setting was not changed", describeProblem(error));
    }
  };
  return (
    <Switch
      label="Run jobs on this computer"
      description={
        mayChange
          ? "Each push executes the repository's scripts with your rights: they can read and change whatever you can."
          : "Only maintainers of the project can change this."
      }
      checked={isOn}
      disabled={!mayChange}
      onChange={(next) => void change(next)}
    />
  );
}

/** The switch below a button that says where it is. */
function RunHereButton({ project, isOn }: RunHereProps) {
  return (
    <Popover
      label="Jobs on this computer"
      align="end"
      trigger={<Button icon={Power}>{isOn ? "Runs on this computer" : "Jobs are off"}</Button>}
    >
      <div className={styles.setting}>
        <RunHereSwitch project={project} isOn={isOn} />
      </div>
    </Popover>
  );
}

interface PipelinesPanelProps {
  readonly account: string;
  readonly project: string;
  readonly list: ReturnType<typeof usePipelinePages>;
  readonly filter: ReturnType<typeof usePipelineFilter>;
  readonly mayAct: boolean;
}

/** The list of a project's pipelines with its filters. */
function PipelinesPanel({ account, project, list, filter, mayAct }: PipelinesPanelProps) {
  const go = useGo();
  const order = useMemo(() => list.items.map(({ id }) => id), [list.items]);
  const selection = useRowSelection(order);
  const selectable = useSelectableList({
    rows: list.items,
    selection,
    all: pipelinesText(order.length),
    keysOf: ({ id }) => [id],
  });
  const { statuses, ref, source, schedule } = filter.value;
  const chosen = pipelineStatuses.filter((status) => statuses.includes(status));
  // Nothing to filter.
  if (!list.isPending && !list.error && list.items.length === 0 && !filter.isSet)
    return <NoPipelines account={account} project={project} />;
  return (
    <>
      {schedule === undefined ? (
        <search className={layout.bar} aria-label="Pipelines">
          <StatusFilter
            states={pipelineStatuses}
            chosen={chosen}
            onChange={(next) => filter.set({ status: next.join(",") || undefined })}
          />
          <RefFilter project={project} value={ref} onChange={(next) => filter.set({ ref: next })} />
          <Combobox
            label="Source"
            trigger={
              <Button icon={Zap} aria-label={`Source: ${source ? sourceText(source) : "all"}`}>
                {source ? sourceText(source) : "All sources"}
              </Button>
            }
            items={pipelineSources.map((id) => ({ id, label: sourceText(id), selected: id === source }))}
            onChoose={({ id }) => filter.set({ source: id === source ? undefined : id })}
          />
          {filter.isSet ? (
            <Button variant="ghost" onClick={filter.clear}>
              Clear filters
            </Button>
          ) : null}
        </search>
      ) : (
        <ScheduleFilter account={account} project={project} schedule={schedule} onClear={filter.clear} />
      )}
      <PagedList
        label="Pipelines"
        list={list}
        items={list.items}
        scope={[...statuses, ref, source, schedule].join(" ")}
        {...selectable}
        mark={18}
        empty={
          schedule === undefined ? (
            <EmptyState
              icon={Workflow}
              title="No pipeline matches"
              description="Remove a filter or show all states."
              actions={<Button onClick={filter.clear}>Clear filters</Button>}
            />
          ) : (
            <EmptyState
              icon={Workflow}
              title="No pipelines yet"
              description="This schedule has not run."
              actions={<Button onClick={filter.clear}>Show all pipelines</Button>}
            />
          )
        }
        itemKey={({ id }) => id}
        rowHeight={pipelineRowHeight}
        renderItem={(pipeline) => (
          <PipelineRow
            account={account}
            project={project}
            pipeline={pipeline}
            mayAct={mayAct}
            selection={selection}
          />
        )}
        onOpen={({ id }) => go(hrefs.pipeline(account, project, id))}
      />
      <PipelineBulkBar project={project} selection={selection} mayAct={mayAct} pipelines={list.items} />
    </>
  );
}

interface PipelineBulkBarProps {
  readonly project: string;
  readonly pipelines: readonly Pipeline[];
  readonly selection: RowSelection;
  /** Whether the user may retry and cancel. */
  readonly mayAct: boolean;
}

const labels = { retry: "Retry", cancel: "Cancel" } as const;
const order: readonly PipelineAction[] = ["retry", "cancel"];
const offered = order.map((action) => ({
  action,
  label: labels[action],
  icon: pipelineActions[action].icon,
}));

/** Actions on the selected pipelines of a project. */
function PipelineBulkBar({ project, pipelines, selection, mayAct }: PipelineBulkBarProps) {
  const account = useAccountId();
  const client = useQueryClient();
  const chosen = pipelines
    .filter(({ id }) => selection.selected.has(id))
    .map((entry) => ({ entry, actions: mayAct ? actionsOfPipeline(entry.status) : [] }));
  const begin = async (action: PipelineAction, entries: readonly Pipeline[]) => {
    if (!(await confirmPipelines(action, entries))) return;
    const { done, operation } = pipelineActions[action];
    const writes = createWriteFlow(client);
    startBulk({
      account,
      title: `${labels[action]} ${pipelinesText(entries.length)}`,
      done,
      count: pipelinesText,
      tasks: entries.map(({ id, ref }) => ({
        key: id,
        id,
        name: "Pipeline",
        text: ref ?? "",
        async perform() {
          await writes.send(account, operation, { id: project, pipeline_id: id });
          return null;
        },
      })),
      writes,
      onEnded: selection.keep,
    });
  };
  return (
    <BulkBar
      things="pipelines"
      chosen={chosen}
      offered={offered}
      onAction={(action, entries) => void begin(action, entries)}
      onClear={selection.clear}
    />
  );
}
