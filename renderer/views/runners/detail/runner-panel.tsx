import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CirclePause, CirclePlay, Pencil, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import {
  getRunner,
  type Runner,
  type RunnerDetail,
  updateRunner,
} from "../../../../shared/api/resources/runners.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import pane from "../../../ui/lists/table-pane.module.css";
import { MenuItem } from "../../../ui/overlays/menu-item.tsx";
import { MoreMenu } from "../../../ui/overlays/more-menu.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { useLostFocus } from "../../../ui/overlays/use-focus-return.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import type { BulkRequest } from "../bulk/bulk-plan.ts";
import chartsStyles from "../charts/charts.module.css";
import { loadSeries, OutcomeChart, RunningChart } from "../charts/fleet-charts.tsx";
import {
  connectionOf,
  isPaused,
  kindLabels,
  type RecentJob,
  rateText,
  runnerKind,
  runnerName,
} from "../fleet/fleet-row.ts";
import { cacheDetail, jobsQuery, runnerDetailQuery } from "../fleet/read-fleet.ts";
import { StateText, timeoutText } from "../table/cells.tsx";
import styles from "./panel.module.css";
import { checkRunnerForm, type RunnerForm, toRunnerForm, toRunnerUpdate } from "./runner-edit.ts";
import { RunnerFormFields } from "./runner-form-fields.tsx";
import { RunnerJobs } from "./runner-jobs.tsx";
import { RunnerProjects } from "./runner-projects.tsx";

interface RunnerPanelProps {
  readonly account: string;
  readonly project: string | undefined;
  readonly isAdmin: boolean;
  readonly version: string | null;
  readonly id: number;
  /** The runner as the table has it, if it has. */
  readonly listed: Runner | undefined;
  readonly onClose: () => void;
  readonly onRequest: (request: BulkRequest) => void;
}

const sections = [
  { value: "details", label: "Details" },
  { value: "jobs", label: "Jobs" },
  { value: "projects", label: "Projects" },
] as const;
type Section = (typeof sections)[number]["value"];

/** Milliseconds after which an open runner is read again. */
const refreshMs = 15_000;

/** One runner beside the table: its fields, jobs and projects, and what can be done to it. */
export function RunnerPanel(props: RunnerPanelProps) {
  const { account, id, listed, onClose } = props;
  const detail = useQuery({ ...runnerDetailQuery(account, id), refetchInterval: refreshMs });
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const runner = detail.data;
  const known = runner ?? listed;
  return (
    <section
      ref={panel}
      className={pane.panel}
      aria-label={known ? `Runner ${runnerName(known)}` : `Runner ${id}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && event.target === panel.current) onClose();
      }}
    >
      {runner ? (
        <Loaded {...props} runner={runner} />
      ) : (
        <>
          <PanelHead id={id} runner={known} onClose={onClose} />
          <div className={pane.panelBody}>
            {detail.error ? (
              <ErrorState compact {...describeProblem(detail.error)} onRetry={() => void detail.refetch()} />
            ) : (
              <Skeleton lines={8} label="Loading runner" />
            )}
          </div>
        </>
      )}
    </section>
  );
}

interface PanelHeadProps {
  readonly id: number;
  /** The runner as it is known so far. */
  readonly runner: Runner | undefined;
  /** Buttons for actions on it. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

function PanelHead({ id, runner, children, onClose }: PanelHeadProps) {
  const name = runner ? runnerName(runner) : `Runner ${id}`;
  return (
    <div className={pane.head}>
      <div className={flow.growText}>
        <h2 className={pane.title} title={name}>
          <bdi>{name}</bdi>
        </h2>
        <div className={pane.meta}>
          {runner ? <StateText connection={connectionOf(runner)} paused={isPaused(runner)} /> : null}
          <span className={flow.inline}>
            #{id} <CopyButton text={String(id)} label="Copy runner number" />
          </span>
        </div>
      </div>
      {children}
      <IconButton label="Close panel" icon={X} onClick={onClose} />
    </div>
  );
}

function Loaded(props: RunnerPanelProps & { readonly runner: RunnerDetail }) {
  const { runner, isAdmin, onClose, onRequest } = props;
  const [section, setSection] = useState<Section>("details");
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useLostFocus(isEditing, () => opener.current);
  const paused = isPaused(runner);
  const isForeign = !isAdmin && runnerKind(runner) === "instance";
  const ask = (action: "pause" | "resume" | "delete") => onRequest({ action, runners: [runner] });
  return (
    <>
      <PanelHead id={runner.id} runner={runner} onClose={onClose}>
        {isForeign ? null : (
          <>
            <IconButton
              label={paused ? "Resume runner" : "Pause runner"}
              icon={paused ? CirclePlay : CirclePause}
              onClick={() => ask(paused ? "resume" : "pause")}
            />
            <MoreMenu>
              <MenuItem icon={Pencil} onSelect={() => setEditing(true)}>
                Edit
              </MenuItem>
              <MenuItem icon={Trash2} danger onSelect={() => ask("delete")}>
                Delete…
              </MenuItem>
            </MoreMenu>
          </>
        )}
      </PanelHead>
      {isEditing ? (
        <EditRunner {...props} onEnd={() => setEditing(false)} />
      ) : (
        <>
          <div className={pane.sections}>
            <SegmentedControl label="Section" value={section} onChange={setSection} options={sections} />
            <span className={flow.grow} />
            {isForeign ? (
              <span className={layout.note}>Only administrators can change it</span>
            ) : section === "details" ? (
              <Button ref={opener} size="s" icon={Pencil} onClick={() => setEditing(true)}>
                Edit
              </Button>
            ) : null}
          </div>
          {section === "details" ? <RunnerFields {...props} /> : null}
          {section === "jobs" ? <RunnerJobs {...props} /> : null}
          {section === "projects" ? <RunnerProjects {...props} /> : null}
        </>
      )}
    </>
  );
}

interface RunnerFieldsProps {
  readonly account: string;
  readonly runner: RunnerDetail;
}

/** All fields of a runner, and statistics of its last jobs. */
function RunnerFields({ account, runner }: RunnerFieldsProps) {
  const jobs = useQuery(jobsQuery(account, runner.id)).data;
  const machine = [runner.platform, runner.architecture].filter(Boolean).join("/");
  const fields: readonly (readonly [name: string, value: ReactNode])[] = [
    ["Last contact", runner.contacted_at ? <RelativeTime key="t" time={runner.contacted_at} /> : "Never"],
    ["Type", kindLabels[runnerKind(runner)]],
    ["Name", runner.name],
    ["Version", [runner.version, runner.revision && `(${runner.revision})`].filter(Boolean).join(" ")],
    ["Platform", machine],
    ["IP address", runner.ip_address],
    ...(runner.machines?.length
      ? [["Machines", <Machines key="machines" machines={runner.machines} />] as const]
      : []),
    ["Tags", runner.tag_list.length > 0 ? <Tags key="tags" tags={runner.tag_list} /> : "None"],
    ["Untagged jobs", yesNo(runner.run_untagged, "Allowed", "Not allowed")],
    [
      "Branches",
      runner.access_level === "ref_protected" ? "Protected only" : runner.access_level ? "All" : null,
    ],
    ["Locked", yesNo(runner.locked, "To its projects", "No")],
    ["Maximum timeout", runner.maximum_timeout == null ? "No limit" : timeoutText(runner.maximum_timeout)],
    [
      "Failure rate",
      jobs && jobs.failureRate !== null
        ? `${rateText(jobs.failureRate)} (${jobs.failed} of the last ${jobs.finished})`
        : jobs
          ? "No finished jobs"
          : null,
    ],
  ];
  return (
    <div className={pane.panelBody}>
      <dl className={styles.fields}>
        {fields.map(([name, value]) => (
          <div key={name} className={styles.pair}>
            <dt>{name}</dt>
            <dd>{value || <span className={layout.note}>Not known</span>}</dd>
          </div>
        ))}
      </dl>
      {jobs ? <RunnerLoad jobs={jobs.jobs} /> : null}
    </div>
  );
}

/** Machines that are listed; the others are counted. */
const maxMachines = 20;

/** The machines that ask for jobs with the runner's token, last contact first. */
const Machines = ({ machines }: { readonly machines: NonNullable<RunnerDetail["machines"]> }) => (
  <ul className={styles.machines}>
    {machines.slice(0, maxMachines).map((machine) => (
      <li key={machine.system_id}>
        <bdi className={layout.strong}>{machine.system_id}</bdi>{" "}
        {[[machine.platform, machine.architecture].filter(Boolean).join("/"), machine.version]
          .filter(Boolean)
          .join(", ")}{" "}
        <RelativeTime time={machine.contacted_at} />
      </li>
    ))}
    {machines.length > maxMachines ? <li>{machines.length - maxMachines} more</li> : null}
  </ul>
);

const yesNo = (value: boolean | undefined, yes: string, no: string): string | null =>
  value === undefined ? null : value ? yes : no;

const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <span className={styles.tags}>
    {tags.map((tag) => (
      <span key={tag} className={styles.tag}>
        {tag}
      </span>
    ))}
  </span>
);

const spans = 40;

/** Load and failures of one runner, as far as its last jobs reach. */
function RunnerLoad({ jobs }: { readonly jobs: readonly RecentJob[] }) {
  const series = useMemo(() => loadSeries(jobs, Date.now(), spans), [jobs]);
  if (series.length === 0) return null;
  return (
    <section className={chartsStyles.load} aria-label="Load">
      <RunningChart series={series} height={56} />
      <OutcomeChart series={series} height={56} />
      <p className={layout.small}>
        From {jobs.length === 1 ? "its only job" : `its last ${jobs.length} jobs`}.
      </p>
    </section>
  );
}

interface EditRunnerProps {
  readonly account: string;
  readonly version: string | null;
  readonly runner: RunnerDetail;
  readonly onEnd: () => void;
}

/** Forms that are being filled in, with what the runner was when they were opened. */
const drafts = createStoredValues("drafts", "runner", null);

/** Edits a runner. The draft is stored until it is saved or discarded. */
function EditRunner({ account, version, runner, onEnd }: EditRunnerProps) {
  const key = `runner ${account} ${runner.id}`;
  const { value: draft } = useStoredValue(drafts, key);
  const [opened] = useState(() => toRunnerForm(runner));
  const base = draft?.base ?? opened;
  const form = draft?.form ?? opened;
  const write = useWrite(updateRunner);
  const client = useQueryClient();
  const errors = checkRunnerForm(form);
  const isChanged = JSON.stringify(form) !== JSON.stringify(base);
  const set = (patch: Partial<RunnerForm>) =>
    drafts.change(key, () => ({ base, form: { ...form, ...patch } }));
  const end = () => {
    drafts.change(key, () => null);
    onEnd();
  };
  const discard = () => {
    end();
    if (isChanged)
      toast.discarded(`changes to ${runnerName(runner)}`, () => drafts.change(key, (now) => now ?? draft));
  };
  const submission = useSubmit(async () => {
    const now = await fetchOperation(account, getRunner, { id: runner.id });
    const input = toRunnerUpdate(base, form, now, version);
    if (input) cacheDetail(client, account)(runner.id, await write(input));
    toast.success(`Saved ${form.description || runnerName(runner)}`);
    end();
  });
  const isValid = Object.keys(errors).length === 0;
  return (
    <Form
      className={flow.fillColumn}
      aria-label="Edit runner"
      submission={submission}
      isReady={isValid && isChanged}
    >
      <div className={pane.panelBody}>
        <RunnerFormFields form={form} errors={errors} onChange={set} autoFocus />
        <FormFailure submission={submission} />
      </div>
      <div className={pane.actions}>
        <DiscardButton isChanged={isChanged} onClick={discard} />
        <Destination />
        <Button
          type="submit"
          variant="primary"
          loading={submission.isPending}
          disabled={!isChanged || !isValid}
        >
          Save changes
        </Button>
      </div>
    </Form>
  );
}
