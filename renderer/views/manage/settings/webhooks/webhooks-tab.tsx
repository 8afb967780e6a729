import { PencilLine, Plus, Webhook } from "lucide-react";
import { useState } from "react";
import {
  deleteProjectHook,
  listProjectHookEvents,
  listProjectHooks,
  type ProjectHook,
  resendProjectHookEvent,
  testProjectHook,
} from "../../../../../shared/api/resources/project-hooks.ts";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { tryExtension } from "../../../../api/extensions.ts";
import { fetchOperation } from "../../../../api/fetch-operation.ts";
import { operationQueryKey } from "../../../../api/query-client.ts";
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { anyText } from "../../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../../features/addresses/use-address-search.ts";
import { type EventsRead, shownEvents } from "../../../../features/hooks/delivery-list.tsx";
import { HookCard } from "../../../../features/hooks/hook-card.tsx";
import { ListStates } from "../../../../features/paged-list/list-states.tsx";
import { LoadMore } from "../../../../features/paged-list/load-more.tsx";
import { Button, IconButton } from "../../../../ui/buttons/button.tsx";
import { Section } from "../../../../ui/panes/section.tsx";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import flow from "../../../../ui/theme/flow.module.css";
import styles from "../settings-lists.module.css";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { isHookTrigger, webhookKinds } from "./webhook-kinds.ts";

interface WebhooksTabProps {
  readonly account: string;
  readonly project: Project;
}

/** `hook` is the id of the one whose deliveries are shown. */
const hooksSearch = { hook: anyText };

/** Webhooks of a project with their last deliveries and actions. */
export function WebhooksTab({ account, project }: WebhooksTabProps) {
  const [{ hook: open }, changeSearch] = useAddressSearch(hooksSearch);
  const [isAdding, setAdding] = useState(false);
  const hooks = useOperationPages(listProjectHooks, { id: project.id, per_page: 100 });
  const add = (
    <Button icon={Plus} variant="primary" onClick={() => setAdding(true)}>
      Add webhook
    </Button>
  );
  const toggle = (id: number) => changeSearch({ hook: open === String(id) ? undefined : String(id) });
  return (
    <Section
      className={styles.hooks ?? ""}
      title="Webhooks"
      description="What happens in this project is sent to these URLs."
      actions={hooks.items.length > 0 ? add : null}
    >
      <ListStates
        label="Webhooks"
        list={hooks}
        lines={3}
        lineHeight={56}
        compact
        empty={
          <EmptyState
            compact
            icon={Webhook}
            title="No webhooks yet"
            description="A webhook informs another program, such as a chat, about pushes, merge requests, issues and pipelines."
            actions={add}
          />
        }
      >
        <ul className={flow.stack} aria-label="Webhooks">
          {hooks.items.map((hook) => (
            <li key={hook.id}>
              <WebhookCard
                account={account}
                project={project}
                hook={hook}
                isOpen={open === String(hook.id)}
                onToggle={() => toggle(hook.id)}
              />
            </li>
          ))}
        </ul>
        <LoadMore list={hooks} />
      </ListStates>
      {isAdding ? (
        <WebhookDialog account={account} project={project} onClose={() => setAdding(false)} />
      ) : null}
    </Section>
  );
}

interface WebhookCardProps extends WebhooksTabProps {
  readonly hook: ProjectHook;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function WebhookCard({ account, project, hook, isOpen, onToggle }: WebhookCardProps) {
  const [isEditing, setEditing] = useState(false);
  const remove = useWrite(deleteProjectHook);
  const resend = useWrite(resendProjectHookEvent);
  const test = useWrite(testProjectHook);
  const one = { id: project.id, hook_id: hook.id };
  const kinds = webhookKinds.filter(({ field }) => hook[field] === true);
  return (
    <>
      <HookCard
        url={hook.url}
        name={hook.name ?? ""}
        labels={kinds.map(({ label }) => label)}
        checksCertificate={hook.enable_ssl_verification}
        read={eventsOf(account, one)}
        onResend={(event_id) => resend({ ...one, event_id })}
        onDelete={() => remove(one)}
        onTest={async (kind) => {
          if (!isHookTrigger(kind)) return "unsupported";
          await test({ ...one, trigger: kind });
          return "sent";
        }}
        tests={(kinds.length > 0 ? kinds : webhookKinds).map(({ field, label }) => ({ value: field, label }))}
        actions={<IconButton label="Edit hook" icon={PencilLine} size="s" onClick={() => setEditing(true)} />}
        isOpen={isOpen}
        onToggle={onToggle}
      />
      {isEditing ? (
        <WebhookDialog account={account} project={project} hook={hook} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}

function eventsOf(account: string, one: { readonly id: number; readonly hook_id: number }): EventsRead {
  const input = { ...one, per_page: shownEvents };
  return {
    key: operationQueryKey(account, listProjectHookEvents, "one", input),
    fetch: (signal) =>
      tryExtension(account, listProjectHookEvents, () =>
        fetchOperation(account, listProjectHookEvents, input, signal),
      ),
  };
}
