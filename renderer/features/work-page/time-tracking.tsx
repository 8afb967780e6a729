import { useState } from "react";
import type { OutputOf } from "../../../shared/api/contract/operation.ts";
import type { getTimeStats } from "../../../shared/api/resources/merge-requests.ts";
import { formatDuration, parseDuration } from "../../../shared/time/duration.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Destination } from "../../ui/forms/destination.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Popover } from "../../ui/overlays/popover.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import flow from "../../ui/theme/flow.module.css";

interface TimeTrackingProps {
  /** Undefined until it is known. */
  readonly stats: OutputOf<typeof getTimeStats> | undefined;
  readonly onEstimate: (duration: string) => Promise<unknown>;
  readonly onResetEstimate: () => Promise<unknown>;
  readonly onSpent: (duration: string) => Promise<unknown>;
  readonly onResetSpent: () => Promise<unknown>;
}

/** Estimated and spent time, in the human format; validated as it is typed. */
export function TimeTracking({ stats, ...on }: TimeTrackingProps) {
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast.problem("The time was not saved", describeProblem(error));
    }
  };
  const estimate = stats?.time_estimate ?? 0;
  const spent = stats?.total_time_spent ?? 0;
  return (
    <>
      <p>
        {stats?.human_total_time_spent ?? (spent > 0 ? formatDuration(spent) : "Nothing")} spent
        {estimate > 0 ? ` of ${stats?.human_time_estimate ?? formatDuration(estimate)}` : ", no estimate"}
      </p>
      <div className={flow.clusterTight}>
        <DurationForm
          label="Estimate"
          onSend={(duration) => act(() => on.onEstimate(duration))}
          onReset={estimate > 0 ? () => act(on.onResetEstimate) : null}
        />
        <DurationForm
          label="Add time spent"
          onSend={(duration) => act(() => on.onSpent(duration))}
          onReset={spent > 0 ? () => act(on.onResetSpent) : null}
        />
      </div>
    </>
  );
}

interface DurationFormProps {
  readonly label: string;
  readonly onSend: (duration: string) => Promise<void>;
  readonly onReset: (() => Promise<void>) | null;
}

function DurationForm({ label, onSend, onReset }: DurationFormProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const seconds = parseDuration(text);
  const wrong = text.trim() !== "" && seconds === null;
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button writes size="s">
          {label}
        </Button>
      }
    >
      <form
        className={flow.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (seconds === null) return;
          void onSend(text.trim());
          setText("");
          setOpen(false);
        }}
      >
        <TextField
          label={label}
          placeholder="1w 2d 3h 30m"
          value={text}
          onChange={setText}
          error={wrong ? "Use a format like 1mo 2w 3d 4h 5m 6s" : undefined}
          hint={
            seconds === null
              ? "A day has 8 hours, a week 5 days, a month 4 weeks."
              : `${formatDuration(seconds)}`
          }
          autoFocus
        />
        <Destination />
        <div className={flow.cluster}>
          <Button type="submit" variant="primary" disabled={seconds === null}>
            Save
          </Button>
          {onReset ? (
            <Button
              writes
              onClick={() => {
                void onReset();
                setOpen(false);
              }}
            >
              Reset
            </Button>
          ) : null}
        </div>
      </form>
    </Popover>
  );
}
