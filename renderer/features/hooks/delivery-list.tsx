import { type QueryKey, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, RotateCw } from "lucide-react";
import { useId, useState } from "react";
import { type HookEvent, listHookEvents } from "../../../shared/api/resources/system-hooks.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Badge, type BadgeTone } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { formatSeconds, RelativeTime } from "../../ui/values/time.tsx";
import styles from "./hooks.module.css";

interface DeliveryListProps {
  readonly onResend: (eventId: number) => Promise<unknown>;
  readonly events: ReturnType<typeof useHookEvents>;
}

/** The last deliveries of a hook, each with its details and a button that resends it. */
export function DeliveryList({ onResend, events }: DeliveryListProps) {
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
            onResend={() => onResend(event.id)}
            event={event}
            isOpen={open === event.id}
            onToggle={() => setOpen(open === event.id ? null : event.id)}
          />
        </li>
      ))}
    </ul>
  );
}

interface DeliveryRowProps {
  readonly onResend: () => Promise<unknown>;
  readonly event: HookEvent;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function DeliveryRow({ onResend, event, isOpen, onToggle }: DeliveryRowProps) {
  const region = useId();
  const resend = useSubmit(
    async () => {
      await onResend();
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
        <Button
          size="s"
          variant="ghost"
          icon={RotateCw}
          writes
          loading={resend.isPending}
          onClick={resend.submit}
        >
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

/** Request, response and attempts of a delivery. */
function DeliveryDetails({ event }: { readonly event: HookEvent }) {
  const { attempts = [], request_headers, request_data, response_headers, response_body } = event;
  const hasResponse = response_body || Object.keys(response_headers).length > 0;
  return (
    <div className={styles.details}>
      {attempts.length > 0 ? (
        <Part title="Attempts">
          <ol className={styles.attempts}>
            {attempts.map(({ at, duration, status, error }) => (
              <li key={at}>
                <time dateTime={at}>{new Date(at).toLocaleString()}</time>
                <span>{tookText(duration)}</span>
                <span>{error ?? `HTTP ${status}`}</span>
              </li>
            ))}
          </ol>
        </Part>
      ) : null}
      <Part title="Request" text={JSON.stringify(request_data, null, 2)}>
        <Headers headers={request_headers} />
      </Part>
      {hasResponse ? (
        <Part title="Response" text={response_body ?? ""}>
          <Headers headers={response_headers} />
        </Part>
      ) : null}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  /** Preformatted text in its own scroller. */
  readonly text?: string;
  readonly children: React.ReactNode;
}

function Part({ title, text, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.part}>
      <div className={flow.inline}>
        <h3 id={id}>{title}</h3>
        {text ? <CopyButton text={text} label={`Copy body of the ${title.toLowerCase()}`} /> : null}
      </div>
      {children}
      {text ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller needs keyboard access
        <section className={styles.body} tabIndex={0} aria-label={`Body of the ${title.toLowerCase()}`}>
          <pre>{text}</pre>
        </section>
      ) : null}
    </section>
  );
}

function Headers({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <dl className={styles.headers}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Milliseconds within which a relative time would read "just now". */
const soonMs = 45_000;

/** The time of the next attempt of a failed delivery. */
export const NextAttempt = ({ at }: { readonly at: string }) => (
  <>
    {" "}
    Next attempt{" "}
    {Date.parse(at) - Date.now() < soonMs ? "within a minute" : <RelativeTime future time={at} />}.
  </>
);

/** Deliveries that are read for a hook. */
export const shownEvents = 20;

/** The read of a hook's last deliveries, newest first; null where the service lacks them. */
export interface EventsRead {
  readonly key: QueryKey;
  readonly fetch: (signal: AbortSignal) => Promise<readonly HookEvent[] | null>;
}

/** Reads the last deliveries of a hook, again while any is pending. */
export const useHookEvents = ({ key, fetch }: EventsRead, enabled: boolean) =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetch(signal),
    meta: { reads: listHookEvents.reads },
    enabled,
    refetchInterval: ({ state }) => pollAfter(state.data ?? [], Date.now()),
  });

/** The result of a delivery: label and tone. */
interface DeliveryState {
  readonly kind: "waiting" | "retrying" | "delivered" | "failed";
  readonly text: string;
  readonly tone: BadgeTone;
}

const isSuccess = (status: string | null): boolean => /^2\d\d$/.test(status ?? "");

/** Returns the result of a delivery: its `state`, or the status of the response on services without one. */
export function deliveryState({ state, response_status, attempts }: HookEvent): DeliveryState {
  const status = attempts?.at(-1)?.status ?? (/^\d+$/.test(response_status ?? "") ? response_status : null);
  if (state === "pending") {
    return (attempts ?? []).length === 0
      ? { kind: "waiting", text: "Sending", tone: "running" }
      : { kind: "retrying", text: status === null ? "Retrying" : `Retrying, ${status}`, tone: "warning" };
  }
  const isDelivered = state ? state === "delivered" : isSuccess(response_status);
  return isDelivered
    ? { kind: "delivered", text: `Delivered, ${status}`, tone: "added" }
    : { kind: "failed", text: status === null ? "Failed" : `Failed, ${status}`, tone: "danger" };
}

/** Returns why the last attempt failed; null where it did not, or the service gives no reason. */
export const lastError = ({ attempts }: HookEvent): string | null => attempts?.at(-1)?.error ?? null;

/** Longest time between two reads of deliveries that are pending, in milliseconds. */
const maxPollMs = 60_000;

/** Returns after how many milliseconds the deliveries may have changed; false where none is pending. */
export function pollAfter(events: readonly HookEvent[], now: number): number | false {
  const pending = events.filter(({ state }) => state === "pending");
  if (pending.length === 0) return false;
  const due = pending.map(({ next_attempt_at }) => (next_attempt_at ? Date.parse(next_attempt_at) : now));
  return Math.min(maxPollMs, Math.max(1_000, Math.min(...due) - now + 500));
}

/** Returns how long an attempt took: "85 ms", "2.4 s". */
export const tookText = (seconds: number): string =>
  seconds < 1 ? `${Math.round(seconds * 1000)} ms` : formatSeconds(seconds);
