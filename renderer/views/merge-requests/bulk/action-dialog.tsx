import { useQueryClient } from "@tanstack/react-query";
import { Tag, UserPlus } from "lucide-react";
import { useState } from "react";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { startBulk } from "../../../features/bulk/bulk-run.ts";
import { PlanList } from "../../../features/bulk/plan-list.tsx";
import { LabelMark, LabelPicker, useLabelColors } from "../../../features/labels/labels.tsx";
import { mergeRequestsText } from "../../../features/merge-requests/merge-request-texts.ts";
import { PeoplePicker } from "../../../features/people/people-picker.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import type { RowKey } from "../../../ui/lists/row-selection.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { ProgressBar } from "../../../ui/states/progress.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import {
  type ChosenMergeRequest,
  type LabelChange,
  type MergeRequestAction,
  type MergeRequestActionKind,
  mergeRequestActions,
  planMergeRequests,
} from "./merge-request-plan.ts";
import { mergeRequestTask } from "./perform-step.ts";
import { useChosenDetails } from "./read-chosen.ts";

interface ActionDialogProps {
  readonly account: string;
  readonly kind: MergeRequestActionKind;
  readonly entries: readonly ChosenMergeRequest[];
  readonly onClose: () => void;
  /** Called with the merge requests that were not changed. */
  readonly onEnded: (undone: ReadonlySet<RowKey>) => void;
}

const noChange: LabelChange = { add: [], remove: [] };

/** The dry run of a bulk action: what changes for each merge request, and what cannot and why. Nothing is written before the button. */
export function ActionDialog({ account, kind, entries, onClose, onEnded }: ActionDialogProps) {
  const words = mergeRequestActions[kind];
  const client = useQueryClient();
  const [labels, setLabels] = useState(noChange);
  const [people, setPeople] = useState<readonly UserSummary[]>([]);
  const { read, isReading } = useChosenDetails(account, entries, kind);
  const action: MergeRequestAction =
    kind === "label" ? { kind, change: labels } : kind === "assign" ? { kind, people } : { kind };
  const plan = isReading ? [] : planMergeRequests(action, read);
  const changed = plan.flatMap(({ entry, text, step }) => (step ? [{ entry, text, step }] : []));
  const start = () => {
    const writes = createWriteFlow(client);
    onClose();
    startBulk({
      account,
      title: words.title,
      done: words.done,
      count: mergeRequestsText,
      tasks: changed.map(({ entry, text, step }) => mergeRequestTask(writes, account, entry, step, text)),
      writes,
      onEnded,
    });
  };
  const project = entries[0]?.project ?? "";
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(open) => !open && onClose()}
      onEnter={changed.length === 0 ? undefined : start}
      title={words.title}
      sends
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            writes
            variant={kind === "close" ? "danger" : "primary"}
            disabled={changed.length === 0}
            onClick={start}
          >
            {isReading ? words.title : `${words.verb} ${mergeRequestsText(changed.length)}`}
          </Button>
        </>
      }
    >
      <div className={layout.form}>
        {kind === "label" ? (
          <LabelChoice project={project} entries={entries} change={labels} onChange={setLabels} />
        ) : null}
        {kind === "assign" ? (
          <div className={flow.inlineWide}>
            <PeoplePicker
              project={project}
              label="People to assign"
              trigger={<Button icon={UserPlus}>Choose people…</Button>}
              chosen={people}
              onDone={setPeople}
            />
            <span className={people.length === 0 ? layout.muted : undefined}>
              {people.length === 0
                ? "Nobody: assignees are removed"
                : people.map(({ name }) => name).join(", ")}
            </span>
          </div>
        ) : null}
        {isReading ? (
          <div role="status" className={flow.stack}>
            <ProgressBar label="Loading merge requests" value={read.length / Math.max(1, entries.length)} />
            {read.length.toLocaleString()} of {entries.length.toLocaleString()} loaded
          </div>
        ) : (
          <PlanList plan={plan} outcome={kind === "close" ? "will be closed" : "will change"} />
        )}
      </div>
    </Dialog>
  );
}

interface LabelChoiceProps {
  readonly project: string;
  readonly entries: readonly ChosenMergeRequest[];
  readonly change: LabelChange;
  readonly onChange: (change: LabelChange) => void;
}

/** The labels to add, and those of the merge requests to remove. */
function LabelChoice({ project, entries, change, onChange }: LabelChoiceProps) {
  const { colors } = useLabelColors(project);
  const present = [...new Set(entries.flatMap(({ mergeRequest }) => mergeRequest.labels))].toSorted();
  return (
    <>
      <div className={flow.inlineWide}>
        <LabelPicker
          project={project}
          trigger={<Button icon={Tag}>Labels to add…</Button>}
          chosen={change.add}
          onDone={(add) => onChange({ ...change, add })}
        />
        <span className={flow.wrap}>
          {change.add.map((name) => (
            <LabelMark key={name} name={name} color={colors.get(name)} />
          ))}
        </span>
      </div>
      {present.length > 0 ? (
        <fieldset className={flow.wrap} aria-label="Labels to remove">
          {present.map((name) => (
            <Checkbox
              key={name}
              label={`Remove ${name}`}
              checked={change.remove.includes(name)}
              onChange={(checked) =>
                onChange({
                  ...change,
                  remove: checked
                    ? [...change.remove, name]
                    : change.remove.filter((other) => other !== name),
                })
              }
            />
          ))}
        </fieldset>
      ) : null}
    </>
  );
}
