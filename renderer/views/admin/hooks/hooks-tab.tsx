import { useQueryClient } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
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
import { createWriteFlow } from "../../../api/send-write.ts";
import { useOperationPages } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { HookCard, type TestOutcome } from "../../../features/hooks/hook-card.tsx";
import { eventsOf, HookList, type Unfolding } from "../../../features/hooks/hook-list.tsx";
import { HookDialog } from "./hook-dialog.tsx";
import { eventKinds } from "./hook-form.ts";
import styles from "./hooks.module.css";

/** System hooks with their last deliveries and actions. */
export function HooksTab({ account }: { readonly account: string }) {
  const hooks = useOperationPages(listHooks, { per_page: 50 });
  return (
    <HookList
      className={styles.tab}
      title="System hooks"
      description="Each event of the whole service is sent to these URLs."
      list={hooks}
      lines={4}
      add="Add hook"
      command={{ id: "admin.add-hook", title: "Add system hook", section: "Administration" }}
      form={(close) => <HookDialog account={account} onClose={close} />}
      empty={{
        icon: Webhook,
        title: "No system hooks yet",
        description: "A hook informs another program about pushes, merge requests, new projects and users.",
      }}
    >
      {(hook, unfolding) => <SystemHookCard account={account} hook={hook} {...unfolding} />}
    </HookList>
  );
}

interface SystemHookCardProps extends Unfolding {
  readonly account: string;
  readonly hook: SystemHook;
}

function SystemHookCard({ account, hook, ...unfolding }: SystemHookCardProps) {
  const remove = useWrite(deleteHook);
  const resend = useWrite(resendHookEvent);
  const { id } = hook;
  return (
    <HookCard
      url={hook.url}
      labels={eventKinds.filter(({ field }) => hook[field]).map(({ label }) => label)}
      checksCertificate={hook.enable_ssl_verification}
      read={eventsOf(account, listHookEvents, { id })}
      onResend={(event_id) => resend({ id, event_id })}
      onDelete={() => remove({ id })}
      onTest={useTestHook(account, id)}
      {...unfolding}
    />
  );
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
