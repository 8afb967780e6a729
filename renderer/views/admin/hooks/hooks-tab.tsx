import { useQueryClient } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import {
  deleteHook,
  listHookEvents,
  listHooks,
  resendHookEvent,
  type SystemHook,
  testHook,
  triggerHook,
} from "../../../../shared/api/resources/system-hooks.ts";
import { tryExtension } from "../../../api/extensions.ts";
import { fetchOperation } from "../../../api/fetch-operation.ts";
import { operationQueryKey } from "../../../api/query-client.ts";
import { createWriteFlow } from "../../../api/send-write.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { type EventsRead, shownEvents } from "../../../features/hooks/delivery-list.tsx";
import { HookCard, type TestOutcome } from "../../../features/hooks/hook-card.tsx";
import { ListStates } from "../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../features/paged-list/load-more.tsx";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import flow from "../../../ui/theme/flow.module.css";
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
              <SystemHookCard
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

interface SystemHookCardProps {
  readonly account: string;
  readonly hook: SystemHook;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function SystemHookCard({ account, hook, isOpen, onToggle }: SystemHookCardProps) {
  const remove = useWrite(deleteHook);
  const resend = useWrite(resendHookEvent);
  const { id } = hook;
  return (
    <HookCard
      url={hook.url}
      labels={eventKinds.filter(({ field }) => hook[field]).map(({ label }) => label)}
      checksCertificate={hook.enable_ssl_verification}
      read={eventsOf(account, id)}
      onResend={(event_id) => resend({ id, event_id })}
      onDelete={() => remove({ id })}
      onTest={useTestHook(account, id)}
      isOpen={isOpen}
      onToggle={onToggle}
    />
  );
}

function eventsOf(account: string, id: number): EventsRead {
  const input = { id, per_page: shownEvents };
  return {
    key: operationQueryKey(account, listHookEvents, "one", input),
    fetch: (signal) =>
      tryExtension(account, listHookEvents, () => fetchOperation(account, listHookEvents, input, signal)),
  };
}

/**
 * Returns a function that tests a hook. On older services reading a hook is the test; on newer ones it only reads.
 */
function useTestHook(account: string, id: number): () => Promise<TestOutcome> {
  const client = useQueryClient();
  return async () => {
    const writes = createWriteFlow(client);
    try {
      const sent =
        (await writes.send(account, testHook, { id })).event_name !== undefined ||
        (await tryExtension(account, triggerHook, () => writes.send(account, triggerHook, { id }))) !== null;
      return sent ? "sent" : "unsupported";
    } finally {
      writes.end();
    }
  };
}
