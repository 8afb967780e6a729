import { ChevronDown, ChevronRight, Send, ShieldOff, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import { deleteHook, type SystemHook } from "../../../../shared/api/resources/system-hooks.ts";
import { failureOf } from "../../../api/failure-of.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { confirm } from "../../../ui/confirm.tsx";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import layout from "../../../ui/layout.module.css";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useOnScreen } from "../../../ui/use-on-screen.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { deliveryState } from "./delivery-state.ts";
import { eventKinds } from "./hook-form.ts";
import styles from "./hooks.module.css";
import { TestResult } from "./test-result.tsx";
import { useHookEvents } from "./use-hook-events.ts";
import { useTestHook } from "./use-test-hook.ts";

interface HookCardProps {
  readonly account: string;
  readonly hook: SystemHook;
  /** Whether the deliveries are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One hook: URL, events and last delivery; its deliveries below when it is opened. */
export function HookCard({ account, hook, isOpen, onToggle }: HookCardProps) {
  const card = useRef<HTMLElement>(null);
  const region = useId();
  const write = useWrite();
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
      attempt: () => failureOf(write(deleteHook, { id: hook.id })),
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
          <Button size="s" icon={Send} loading={testing.isPending} onClick={testing.test}>
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
          <IconButton label="Delete hook" icon={Trash2} size="s" onClick={() => void remove()} />
        </div>
      </div>
      <TestResult {...testing} events={events.data} />
      {isOpen ? (
        <section id={region} className={styles.deliveries} aria-label="Last deliveries">
          <DeliveryList {...{ account, hook, events }} />
        </section>
      ) : null}
    </article>
  );
}
