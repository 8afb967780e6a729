import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, Plus, Send, ShieldOff, Trash2, Webhook } from "lucide-react";
import { useId, useRef, useState } from "react";
import {
  deleteHook,
  type HookEvent,
  listHooks,
  type SystemHook,
  testHook,
  triggerHook,
} from "../../../../shared/api/resources/system-hooks.ts";
import { type DescribedProblem, failureOf } from "../../../api/describe-problem.ts";
import { tryExtension } from "../../../api/extensions.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { ListStates } from "../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../features/paged-list/load-more.tsx";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button, IconButton } from "../../../ui/buttons/button.tsx";
import { Badge } from "../../../ui/marks/badge.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { useOnScreen } from "../../../ui/panes/observe-element.ts";
import { Section } from "../../../ui/panes/section.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import tones from "../../../ui/theme/tone.module.css";
import { RelativeTime } from "../../../ui/values/time.tsx";
import {
  DeliveryList,
  deliveryState,
  lastError,
  NextAttempt,
  tookText,
  useHookEvents,
} from "./delivery-list.tsx";
import { HookDialog } from "./hook-dialog.tsx";
import { eventKinds } from "./hook-form.ts";
import styles from "./hooks.module.css";

/** `hook` is the id of the one whose deliveries are shown. */
const hooksSearch = { hook: anyText };

/** System hooks with their last deliveries and actions. */
export function HooksTab({ account }: { readonly account: string }) {
  const [{ hook: open }, changeSearch] = useAddressSearch(hooksSearch);
  const [isAdding, setAdding] = useState(false);
  const hooks = useOperationPages(listHooks, { per_page: 50 });
  useRegisterCommands([
    {
      id: "admin.add-hook",
      title: "Add system hook",
      section: "Administration",
      icon: Plus,
      run: () => setAdding(true),
    },
  ]);
  const add = (
    <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
      Add hook
    </Button>
  );
  const toggle = (id: number) => changeSearch({ hook: open === String(id) ? undefined : String(id) });
  return (
    <Section
      className={styles.tab ?? ""}
      title="System hooks"
      description="Each event of the whole service is sent to these URLs."
      actions={hooks.items.length > 0 ? add : null}
    >
      <ListStates
        label="Hooks"
        list={hooks}
        lines={4}
        lineHeight={56}
        compact
        empty={
          <EmptyState
            compact
            icon={Webhook}
            title="No system hooks yet"
            description="A hook informs another program about pushes, merge requests, new projects and users."
            actions={add}
          />
        }
      >
        <ul className={flow.stack} aria-label="System hooks">
          {hooks.items.map((hook) => (
            <li key={hook.id}>
              <HookCard
                account={account}
                hook={hook}
                isOpen={open === String(hook.id)}
                onToggle={() => toggle(hook.id)}
              />
            </li>
          ))}
        </ul>
        <LoadMore list={hooks} />
      </ListStates>
      {isAdding ? <HookDialog account={account} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}

interface HookCardProps {
  readonly account: string;
  readonly hook: SystemHook;
  /** Whether the deliveries are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One hook: URL, events and last delivery; its deliveries below when it is opened. */
function HookCard({ account, hook, isOpen, onToggle }: HookCardProps) {
  const card = useRef<HTMLElement>(null);
  const region = useId();
  const write = useWrite(deleteHook);
  const events = useHookEvents(account, hook.id, useOnScreen(card) || isOpen);
  const last = events.data?.[0];
  const testing = useTestHook(account, hook.id, last?.id ?? 0);
  const state = last ? deliveryState(last) : null;
  const remove = async () => {
    const isDone = await confirm({
      title: "Delete this hook?",
      description: (
        <>
          <code className={styles.url}>{hook.url}</code> receives no further events. Deliveries that are
          pending are dropped, and the list of deliveries is lost.
        </>
      ),
      confirmLabel: "Delete hook",
      danger: true,
      failureTitle: "The hook was not deleted",
      attempt: () => failureOf(write({ id: hook.id })),
    });
    if (isDone) toast.success("Deleted hook");
  };
  return (
    <article ref={card} className={styles.card} aria-label={hook.url}>
      <div className={styles.head}>
        <div className={styles.fields}>
          <code className={styles.url}>{hook.url}</code>
          <div className={flow.clusterTight}>
            {eventKinds
              .filter(({ field }) => hook[field])
              .map(({ field, label }) => (
                <Badge key={field}>{label}</Badge>
              ))}
            {hook.enable_ssl_verification ? null : (
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
          <Button size="s" icon={Send} writes loading={testing.isPending} onClick={testing.test}>
            Test
          </Button>
          <Button
            size="s"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls={isOpen ? region : undefined}
            onClick={onToggle}
          >
            <Icon of={isOpen ? ChevronDown : ChevronRight} /> Deliveries
          </Button>
          <IconButton writes label="Delete hook" icon={Trash2} size="s" onClick={() => void remove()} />
        </div>
      </div>
      <TestResult {...testing} events={events.data} />
      {isOpen ? (
        <section id={region} className={styles.deliveries} aria-label="Last deliveries">
          <DeliveryList hook={hook} events={events} />
        </section>
      ) : null}
    </article>
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

/** The result of a test: sent, or not supported by the service. */
type TestOutcome = "sent" | "unsupported";

/**
 * Tests a hook on request. On older services reading a hook is the test; on newer ones it only reads.
 * `after`: deliveries with a higher id are of the last test.
 */
function useTestHook(account: string, id: number, newestEvent: number) {
  const client = useQueryClient();
  const [after, setAfter] = useState(0);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const { submit, isPending, failure } = useSubmit(async () => {
    setAfter(newestEvent);
    setOutcome(null);
    const writes = createWriteFlow(client);
    try {
      const sent =
        (await writes.send(account, testHook, { id })).event_name !== undefined ||
        (await tryExtension(account, triggerHook, () => writes.send(account, triggerHook, { id }))) !== null;
      setOutcome(sent ? "sent" : "unsupported");
    } finally {
      writes.end();
    }
  });
  return { test: submit, isPending, outcome, failure, after };
}
