import { ChevronDown, ChevronRight, RotateCw } from "lucide-react";
import { useId, useState } from "react";
import {
  type HookEvent,
  resendHookEvent,
  type SystemHook,
} from "../../../../shared/api/resources/system-hooks.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { DeliveryDetails } from "./delivery-details.tsx";
import { deliveryState, lastError, tookText } from "./delivery-state.ts";
import styles from "./hooks.module.css";
import { NextAttempt } from "./next-attempt.tsx";
import type { useHookEvents } from "./use-hook-events.ts";

interface DeliveryListProps {
  readonly hook: SystemHook;
  readonly events: ReturnType<typeof useHookEvents>;
}

/** The last deliveries of a hook, each with its details and a button that resends it. */
export function DeliveryList({ hook, events }: DeliveryListProps) {
  const [open, setOpen] = useState<number | null>(null);
  if (events.isPending) return <Skeleton lines={3} height={28} label="Loading deliveries" />;
  if (events.error && !events.data) {
    return <ErrorState compact {...describeProblem(events.error)} onRetry={() => void events.refetch()} />;
  }
  if (!events.data) {
    return (
      <p className={layout.muted}>
        This service does not list deliveries through its interface. Newer services do, others show them on
        their own pages.
      </p>
    );
  }
  if (events.data.length === 0) {
    return <p className={layout.muted}>No deliveries yet. Test the hook to send a sample event.</p>;
  }
  return (
    <ul className={styles.events} aria-label="Deliveries">
      {events.data.map((event) => (
        <li key={event.id}>
          <DeliveryRow
            {...{ hook, event }}
            isOpen={open === event.id}
            onToggle={() => setOpen(open === event.id ? null : event.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface DeliveryRowProps {
  readonly hook: SystemHook;
  readonly event: HookEvent;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function DeliveryRow({ hook, event, isOpen, onToggle }: DeliveryRowProps) {
  const region = useId();
  const write = useWrite();
  const resend = useSubmit(
    async () => {
      await write(resendHookEvent, { id: hook.id, event_id: event.id });
      toast.success("Sending the event again");
    },
    { onFailure: (failure) => toast.problem(failure.title ?? "Could not resend", failure) },
  );
  const { kind, text, tone } = deliveryState(event);
  const { length: attempts } = event.attempts ?? [];
  const error = lastError(event);
  return (
    <>
      <div className={styles.delivery}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? region : undefined}
          onClick={onToggle}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} />
          <Badge tone={tone}>{text}</Badge>
          <span className={styles.name}>{nameOf(event)}</span>
        </button>
        <span className={cx(flow.clusterTight, layout.small)}>
          {attempts > 1 ? <span>{attempts} attempts</span> : null}
          {event.execution_duration == null ? null : <span>{tookText(event.execution_duration)}</span>}
          {event.created_at ? <RelativeTime time={event.created_at} /> : null}
        </span>
        <Button size="s" variant="ghost" icon={RotateCw} loading={resend.isPending} onClick={resend.submit}>
          Resend
        </Button>
      </div>
      {error && kind !== "delivered" ? (
        <p className={styles.error}>
          {error}.
          {kind === "retrying" && event.next_attempt_at ? <NextAttempt at={event.next_attempt_at} /> : null}
        </p>
      ) : null}
      {isOpen ? (
        <div id={region}>
          <DeliveryDetails event={event} />
        </div>
      ) : null}
    </>
  );
}

/** The event's name, from its body where that has one. */
function nameOf({ request_data, trigger }: HookEvent): string {
  const { event_name, object_kind } = request_data as { event_name?: unknown; object_kind?: unknown };
  const name =
    typeof event_name === "string" ? event_name : typeof object_kind === "string" ? object_kind : trigger;
  return trigger === "test" ? `Test: ${name}` : name;
}
