import { PencilLine, Webhook } from "lucide-react";
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
import { useOperationPages } from "../../../../api/use-operation.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { HookCard } from "../../../../features/hooks/hook-card.tsx";
import { eventsOf, HookList, type Unfolding } from "../../../../features/hooks/hook-list.tsx";
import { IconButton } from "../../../../ui/buttons/button.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { isHookTrigger, webhookKinds } from "./webhook-kinds.ts";

interface WebhooksTabProps {
  readonly account: string;
  readonly project: Project;
}

/** Webhooks of a project with their last deliveries and actions. */
export function WebhooksTab({ account, project }: WebhooksTabProps) {
  const hooks = useOperationPages(listProjectHooks, { id: project.id, per_page: 100 });
  return (
    <HookList
      title="Webhooks"
      description="What happens in this project is sent to these URLs."
      list={hooks}
      add="Add webhook"
      form={(close) => <WebhookDialog account={account} project={project} onClose={close} />}
      empty={{
        icon: Webhook,
        title: "No webhooks yet",
        description:
          "A webhook informs another program, such as a chat, about pushes, merge requests, issues and pipelines.",
      }}
    >
      {(hook, unfolding) => <WebhookCard account={account} project={project} hook={hook} {...unfolding} />}
    </HookList>
  );
}

/** Returns the label of a hook for pushes, with the branches of which it gets them. */
const pushLabel = ({
  push_events_branch_filter: filter,
  branch_filter_strategy: strategy,
}: ProjectHook): string =>
  filter && strategy !== "all_branches"
    ? `Pushes to ${strategy === "regex" ? `/${filter}/` : filter}`
    : "Pushes";

interface WebhookCardProps extends WebhooksTabProps, Unfolding {
  readonly hook: ProjectHook;
}

function WebhookCard({ account, project, hook, ...unfolding }: WebhookCardProps) {
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
        labels={kinds.map(({ field, label }) => (field === "push_events" ? pushLabel(hook) : label))}
        checksCertificate={hook.enable_ssl_verification}
        read={eventsOf(account, listProjectHookEvents, one)}
        onResend={(event_id) => resend({ ...one, event_id })}
        onDelete={() => remove(one)}
        onTest={async (kind) => {
          if (!isHookTrigger(kind)) return "unsupported";
          await test({ ...one, trigger: kind });
          return "sent";
        }}
        tests={(kinds.length > 0 ? kinds : webhookKinds).map(({ field, label }) => ({ value: field, label }))}
        actions={
          <IconButton
            writes="form"
            label="Edit hook"
            icon={PencilLine}
            size="s"
            onClick={() => setEditing(true)}
          />
        }
        {...unfolding}
      />
      {isEditing ? (
        <WebhookDialog account={account} project={project} hook={hook} onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
