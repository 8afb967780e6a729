import { ChevronDown, ChevronRight, Send, ShieldOff, Trash2 } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import type { HookEvent } from "../../../shared/api/resources/system-hooks.ts";
import { type DescribedProblem, failureOf } from "../../api/describe-problem.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { Badge } from "../../ui/marks/badge.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { confirm } from "../../ui/overlays/confirm.tsx";
import { Menu } from "../../ui/overlays/menu.tsx";
import { MenuItem } from "../../ui/overlays/menu-item.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { useOnScreen } from "../../ui/panes/observe-element.ts";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import tones from "../../ui/theme/tone.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import {
  DeliveryList,
  deliveryState,
  type EventsRead,
  lastError,
  NextAttempt,
  tookText,
  useHookEvents,
} from "./delivery-list.tsx";
import styles from "./hooks.module.css";

/** Outcome of a test: sent, or not supported by the service. */
export type TestOutcome = "sent" | "unsupported";

/** A kind of event that a hook is tested with. */
interface TestChoice {
  readonly value: string;
  readonly label: string;
}

interface HookCardProps {
  readonly url: string;
  /** Its own name; empty for none. */
  readonly name?: string;
  /** Kinds of events that it gets. */
  readonly labels: readonly string[];
  readonly checksCertificate: boolean;
  readonly read: EventsRead;
  readonly onResend: (eventId: number) => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
  /** Sends a test of a kind, empty where there is nothing to choose. */
  readonly onTest: (kind: string) => Promise<TestOutcome>;
  /** Kinds to choose from; without any, one button tests. */
  readonly tests?: readonly TestChoice[];
  /** Further buttons. */
  readonly actions?: ReactNode;
  /** Whether the deliveries are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One hook: URL, events and last delivery; its deliveries below when it is opened. */
export function HookCard(props: HookCardProps) {
  const { url, name = "", labels, checksCertificate, read, onResend, onDelete, isOpen, onToggle } = props;
  const card = useRef<HTMLElement>(null);
  const region = useId();
  const events = useHookEvents(read, useOnScreen(card) || isOpen);
  const last = events.data?.[0];
  const testing = useTest(props.onTest, last?.id ?? 0);
  const state = last ? deliveryState(last) : null;
  const remove = async () => {
    const isDone = await confirm({
      title: "Delete this hook?",
      description: (
        <>
          <code className={styles.url}>{url}</code> receives no further events. Deliveries that are pending
          are dropped, and the list of deliveries is lost.
        </>
      ),
      confirmLabel: "Delete hook",
      danger: true,
      failureTitle: "The hook was not deleted",
      attempt: () => failureOf(onDelete()),
    });
    if (isDone) toast.success("Deleted hook");
  };
  return (
    <article ref={card} className={styles.card} aria-label={url}>
      <div className={styles.head}>
        <div className={styles.fields}>
          {name ? <span className={layout.strong}>{name}</span> : null}
          <code className={styles.url}>{url}</code>
          <div className={flow.clusterTight}>
            {labels.map((label) => (
              <Badge key={label}>{label}</Badge>
            ))}
            {checksCertificate ? null : (
              <Badge tone="warning" icon={ShieldOff}>
                Certificate not checked
              </Badge>
            )}
          </div>
        </div>
        <div className={cx(flow.clusterTight, layout.small)}>
          {state && last ? (
            <>
              <Badge tone={state.tone}>{state.text}</Badge>
              {last.created_at ? <RelativeTime time={last.created_at} /> : null}
            </>
          ) : events.data?.length === 0 ? (
            "Nothing delivered yet"
          ) : null}
        </div>
        <div className={styles.actions}>
          <TestButton {...testing} tests={props.tests} />
          <Button
            size="s"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={isOpen ? region : undefined}
            onClick={onToggle}
          >
            <Icon of={isOpen ? ChevronDown : ChevronRight} /> Deliveries
          </Button>
          {props.actions}
          <IconButton writes label="Delete hook" icon={Trash2} size="s" onClick={() => void remove()} />
        </div>
      </div>
      <TestResult {...testing} events={events.data} />
      {isOpen ? (
        <section id={region} className={styles.deliveries} aria-label="Last deliveries">
          <DeliveryList onResend={onResend} events={events} />
        </section>
      ) : null}
    </article>
  );
}

interface TestButtonProps {
  readonly isPending: boolean;
  readonly test: (kind: string) => void;
  readonly tests: readonly TestChoice[] | undefined;
}

function TestButton({ isPending, test, tests }: TestButtonProps) {
  if (!tests)
    return (
      <Button size="s" icon={Send} writes loading={isPending} onClick={() => test("")}>
        Test
      </Button>
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button size="s" icon={Send} loading={isPending}>
          Test
        </Button>
      }
    >
      {tests.map(({ value, label }) => (
        <MenuItem key={value} writes onSelect={() => test(value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface TestResultProps {
  readonly outcome: TestOutcome | null;
  readonly failure: DescribedProblem | null;
  /** Deliveries with a higher id are of the test. */
  readonly after: number;
  /** Newest first; null where the service does not list them. */
  readonly events: readonly HookEvent[] | null | undefined;
}

/** The result of the last test, as far as it is known. */
function TestResult({ outcome, failure, after, events }: TestResultProps) {
  // The oldest of them: later ones may be resent tests. Other services do not mark tests.
  const test = events?.findLast(({ id, trigger, state }) => id > after && (trigger === "test" || !state));
  return (
    <div role="status" className={styles.result}>
      {failure ? (
        <p className={styles.failed}>
          {failure.title ?? "The test could not be sent"}. {failure.message}
        </p>
      ) : outcome === "unsupported" ? (
        <p>This service has no operation that tests a hook. Test it on the service's own page.</p>
      ) : outcome === "sent" ? (
        test ? (
          <DeliveredTest event={test} />
        ) : events ? (
          <p>Sending the test…</p>
        ) : (
          <p>The test was sent. This service does not list deliveries: check the receiver.</p>
        )
      ) : null}
    </div>
  );
}

function DeliveredTest({ event }: { readonly event: HookEvent }) {
  const { kind } = deliveryState(event);
  const time = event.execution_duration == null ? "" : ` in ${tookText(event.execution_duration)}`;
  if (kind === "waiting") return <p>Sending the test…</p>;
  if (kind === "delivered")
    return (
      <p className={tones.added}>
        Test delivered: HTTP {event.response_status}
        {time}
      </p>
    );
  return (
    <p className={styles.failed}>
      Test failed{time}: {lastError(event) ?? event.response_status}.
      {kind === "retrying" && event.next_attempt_at ? <NextAttempt at={event.next_attempt_at} /> : null}
    </p>
  );
}

/** Tests a hook on request. `after`: deliveries with a higher id are of the last test. */
function useTest(onTest: HookCardProps["onTest"], newestEvent: number) {
  const [after, setAfter] = useState(0);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const { submit, isPending, failure } = useSubmit(async (kind: string) => {
    setAfter(newestEvent);
    setOutcome(null);
    setOutcome(await onTest(kind));
  });
  return { test: submit, isPending, outcome, failure, after };
}
