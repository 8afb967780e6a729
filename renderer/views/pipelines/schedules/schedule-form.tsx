import { useQueryClient } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { useRef, useState } from "react";
import {
  createPipelineSchedule,
  createPipelineScheduleVariable,
  deletePipelineScheduleVariable,
  getPipelineSchedule,
  type PipelineSchedule,
  type ScheduleVariable,
  updatePipelineSchedule,
  updatePipelineScheduleVariable,
} from "../../../../shared/api/resources/pipeline-schedules.ts";
import { getProject } from "../../../../shared/api/resources/projects.ts";
import { isTimeZone, nextRuns } from "../../../../shared/ci/cron.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import {
  type EditedVariable,
  namedVariables,
  VariableRows,
  wrongVariable,
} from "../../../features/ci-variables/variable-rows.tsx";
import { RefPicker } from "../../../features/ref-picker/ref-picker.tsx";
import { useFormDraft } from "../../../state/form-draft.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import ci from "../pipelines.module.css";
import { cronPresets, cronWords } from "./cron-words.ts";
import { scheduleDraftKey } from "./schedule-draft.ts";
import styles from "./schedules.module.css";

interface ScheduleFormProps {
  readonly account: string;
  readonly project: string;
  /** The one that is edited; undefined for a new one. */
  readonly schedule: PipelineSchedule | undefined;
  readonly onClose: () => void;
}

const presets = cronPresets.map((value) => ({ value, label: cronWords(value) }));
/** Runs that are shown. */
const shownRuns = 3;

/** Dialog for a schedule, which it creates or changes with its variables. The draft is stored until then, without values of variables. */
export function ScheduleForm({ account, project, schedule, onClose }: ScheduleFormProps) {
  const client = useQueryClient();
  const defaultBranch = useOperation(getProject, { id: project }).data?.default_branch ?? null;
  const detail = useOperation(
    getPipelineSchedule,
    schedule ? { id: project, pipeline_schedule_id: schedule.id } : null,
  );
  const [zoneHere] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const draft = useFormDraft(scheduleDraftKey(account, project, schedule?.id ?? "new"), {
    description: schedule?.description ?? "",
    ref: schedule?.ref ?? "",
    cron: schedule?.cron ?? presets[1]?.value ?? "",
    zone: schedule?.cron_timezone ?? zoneHere,
  });
  const { description, cron, zone } = draft.fields;
  const ref = draft.fields.ref || defaultBranch;
  const [active, setActive] = useState(schedule?.active ?? true);
  const saved = detail.data?.variables ?? [];
  const [changed, setChanged] = useState<readonly EditedVariable[] | null>(null);
  const variables = changed ?? saved.map(editedVariable);
  const runs = useRuns(cron, zone);
  // Services have zones of their own names, whose times this computer does not know.
  const isCronWrong = cron.trim() !== "" && runs === null && isTimeZone(zone);
  /** Id of the schedule once it was created, so that a second attempt does not create another one. */
  const created = useRef<number | null>(null);
  const submission = useSubmit(
    async () => {
      if (!ref) return;
      const writes = createWriteFlow(client);
      const fields = { description: description.trim(), ref, cron: cron.trim(), cron_timezone: zone, active };
      try {
        const id = schedule?.id ?? created.current;
        const target = { id: project, pipeline_schedule_id: id ?? 0 };
        if (id === null) {
          const made = await writes.send(account, createPipelineSchedule, { id: project, ...fields });
          created.current = made.id;
          target.pipeline_schedule_id = made.id;
        } else {
          await writes.send(account, updatePipelineSchedule, { ...target, ...fields });
        }
        if (changed) {
          const before = created.current === null ? saved : [];
          for (const change of changesOf(before, changed)) await change(writes, account, target);
        }
      } finally {
        writes.end();
      }
      draft.clear();
      toast.success(schedule ? `Saved ${fields.description}` : `Created ${fields.description}`);
      onClose();
    },
    { fields: ["description", "cron"] },
  );
  const discard = () => {
    draft.clear();
    onClose();
    toast.discarded(schedule ? `changes to ${schedule.description}` : "schedule draft", draft.restore);
  };
  const isLoading = schedule !== undefined && detail.data === undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={schedule ? `Edit ${schedule.description}` : "New schedule"}
      size="l"
      submitLabel={schedule ? "Save" : "Create schedule"}
      failureTitle="The schedule was not saved"
      actions={draft.isChanged ? <DiscardButton disabled={submission.isPending} onClick={discard} /> : null}
      submission={submission}
      autoComplete="off"
      isReady={
        !isLoading &&
        description.trim() !== "" &&
        ref !== null &&
        cron.trim() !== "" &&
        !isCronWrong &&
        wrongVariable(variables) === undefined
      }
    >
      <TextField
        label="Description"
        value={description}
        onChange={(next) => draft.change({ description: next })}
        autoFocus
        maxLength={255}
        placeholder="Nightly build"
        error={submission.errorOf("description")}
      />
      <div className={flow.clusterWide}>
        <span className={ci.label}>Run for</span>
        <RefPicker
          project={project}
          current={ref}
          defaultBranch={defaultBranch}
          onChoose={(next) => draft.change({ ref: next })}
        />
      </div>
      <div className={styles.times}>
        <Select
          label="Runs"
          value={presets.find(({ value }) => value === cron.trim())?.value ?? null}
          placeholder="Custom"
          onChange={(next) => draft.change({ cron: next })}
          options={presets}
        />
        <TextField
          label="Cron"
          mono
          value={cron}
          onChange={(next) => draft.change({ cron: next })}
          error={
            isCronWrong
              ? "Enter minute, hour, day, month and weekday, such as 0 4 * * 1-5."
              : submission.errorOf("cron")
          }
        />
        <ZonePicker zone={zone} onChoose={(next) => draft.change({ zone: next })} />
      </div>
      <NextRuns runs={runs} zone={zone} isWrong={isCronWrong} />
      <VariableRows variables={variables} isLoading={isLoading} onChange={setChanged}>
        {isLoading && detail.error ? (
          <ErrorState compact {...describeProblem(detail.error)} onRetry={() => void detail.refetch()} />
        ) : isLoading ? (
          <Skeleton lines={1} height={32} label="Loading variables" />
        ) : null}
      </VariableRows>
      <Checkbox
        label="Active"
        description="Runs at these times. An inactive schedule only runs by hand."
        checked={active}
        onChange={setActive}
      />
    </FormDialog>
  );
}

const editedVariable = ({ key, value, variable_type: type }: ScheduleVariable, id: number) => ({
  ...{ id, key, value: value ?? "", isFile: type === "file" },
});

type VariableChange = (
  writes: ReturnType<typeof createWriteFlow>,
  account: string,
  target: { readonly id: string; readonly pipeline_schedule_id: number },
) => Promise<unknown>;

/** Returns the writes that make the variables of a schedule those of the form. */
function changesOf(
  before: readonly ScheduleVariable[],
  after: readonly EditedVariable[],
): readonly VariableChange[] {
  const known = new Map(before.map((variable) => [variable.key, variable]));
  const wanted = namedVariables(after);
  const kept = new Set(wanted.map(({ key }) => key));
  return [
    ...before
      .filter(({ key }) => !kept.has(key))
      .map(
        ({ key }): VariableChange =>
          (writes, account, target) =>
            writes.send(account, deletePipelineScheduleVariable, { ...target, key }),
      ),
    ...wanted
      .map((variable) => ({ variable_type: "env_var" as const, ...variable }))
      .filter(
        ({ key, value, variable_type: type }) =>
          known.get(key)?.value !== value || known.get(key)?.variable_type !== type,
      )
      .map((variable): VariableChange => {
        return (writes, account, target) =>
          known.has(variable.key)
            ? writes.send(account, updatePipelineScheduleVariable, { ...target, ...variable })
            : writes.send(account, createPipelineScheduleVariable, { ...target, ...variable });
      }),
  ];
}

/** Returns the next runs of an expression, null where it cannot be read. */
function useRuns(cron: string, zone: string): readonly Date[] | null {
  const [now] = useState(() => new Date());
  return cron.trim() === "" ? null : nextRuns(cron, zone, now, shownRuns);
}

interface NextRunsProps {
  readonly runs: readonly Date[] | null;
  readonly zone: string;
  readonly isWrong: boolean;
}

/** The next runs, in the time zone of the schedule. */
function NextRuns({ runs, zone, isWrong }: NextRunsProps) {
  if (runs === null) {
    return isWrong ? null : (
      <p className={styles.runs} role="status">
        The service computes the next runs in {zone || "its time zone"}.
      </p>
    );
  }
  const format = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
  });
  return (
    <p className={styles.runs} role="status">
      {runs.length === 0
        ? "This time never comes."
        : `Next: ${runs.map((time) => format.format(time)).join(" · ")}`}
    </p>
  );
}

interface ZonePickerProps {
  readonly zone: string;
  readonly onChoose: (zone: string) => void;
}

function ZonePicker({ zone, onChoose }: ZonePickerProps) {
  const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
  return (
    <div className={styles.zone}>
      <span className={ci.label}>Time zone</span>
      <Combobox
        label="Time zone"
        trigger={
          <Button icon={Globe} aria-label={`Time zone: ${zone}`}>
            {zone}
          </Button>
        }
        items={zones.map((id) => ({ id, label: id, selected: id === zone }))}
        onChoose={({ id }) => onChoose(id)}
      />
    </div>
  );
}
