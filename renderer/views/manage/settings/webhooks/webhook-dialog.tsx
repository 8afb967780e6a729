import { useState } from "react";
import {
  createProjectHook,
  type HookTrigger,
  type ProjectHook,
  updateProjectHook,
} from "../../../../../shared/api/resources/project-hooks.ts";
import type { Project } from "../../../../../shared/api/resources/projects.ts";
import { useSubmit } from "../../../../api/use-submit.ts";
import { useWrite } from "../../../../api/use-write.ts";
import { CertificateChoice, EventChoice } from "../../../../features/hooks/event-choice.tsx";
import { checkHookUrl } from "../../../../features/hooks/hook-url.ts";
import { TokenField } from "../../../../features/hooks/token-field.tsx";
import { useFormDraft } from "../../../../state/form-draft.ts";
import { DiscardButton } from "../../../../ui/buttons/discard-button.tsx";
import { TextField } from "../../../../ui/forms/text-field.tsx";
import { FormDialog } from "../../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { webhookKinds } from "./webhook-kinds.ts";

interface WebhookDialogProps {
  readonly account: string;
  readonly project: Project;
  /** The one that is edited; a new one is added where it is left out. */
  readonly hook?: ProjectHook;
  readonly onClose: () => void;
}

/** Adds or changes a webhook. The draft, without the token, is stored until then. */
export function WebhookDialog({ account, project, hook, onClose }: WebhookDialogProps) {
  const create = useWrite(createProjectHook);
  const update = useWrite(updateProjectHook);
  const [token, setToken] = useState("");
  const draft = useFormDraft(
    `webhook ${JSON.stringify([account, project.path_with_namespace, hook?.id ?? "new"])}`,
    {
      url: hook?.url ?? "",
      name: hook?.name ?? "",
      // Drafts are texts.
      events: webhookKinds
        .filter(({ field }) => (hook ? hook[field] === true : field === "push_events"))
        .map(({ field }) => field)
        .join(" "),
      certificate: hook?.enable_ssl_verification === false ? "" : "1",
    },
  );
  const { url, name, events, certificate } = draft.fields;
  const chosen = new Set(events.split(" "));
  const change = (field: HookTrigger, on: boolean) =>
    draft.change({
      events: webhookKinds
        .filter((kind) => (kind.field === field ? on : chosen.has(kind.field)))
        .map((kind) => kind.field)
        .join(" "),
    });
  const { error, hint } = checkHookUrl(url);
  const isReady = url.trim() !== "" && error === undefined && events !== "";
  const submission = useSubmit(
    async () => {
      const isOn = (field: HookTrigger) => chosen.has(field);
      const settings = {
        id: project.id,
        url: url.trim(),
        name: name.trim(),
        ...(token ? { token } : {}),
        push_events: isOn("push_events"),
        tag_push_events: isOn("tag_push_events"),
        merge_requests_events: isOn("merge_requests_events"),
        note_events: isOn("note_events"),
        confidential_note_events: isOn("confidential_note_events"),
        issues_events: isOn("issues_events"),
        confidential_issues_events: isOn("confidential_issues_events"),
        job_events: isOn("job_events"),
        pipeline_events: isOn("pipeline_events"),
        wiki_page_events: isOn("wiki_page_events"),
        releases_events: isOn("releases_events"),
        enable_ssl_verification: certificate !== "",
      };
      await (hook ? update({ ...settings, hook_id: hook.id }) : create(settings));
      draft.clear();
      toast.success(hook ? "Saved webhook" : "Added webhook");
      onClose();
    },
    { fields: ["url"] },
  );
  const discard = () => {
    draft.clear();
    onClose();
    toast.discarded(hook ? "changes to the webhook" : "webhook draft", draft.restore);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={hook ? "Edit webhook" : "Add webhook"}
      submitLabel={hook ? "Save" : "Add webhook"}
      actions={draft.isChanged ? <DiscardButton disabled={submission.isPending} onClick={discard} /> : null}
      submission={submission}
      isReady={isReady}
    >
      <TextField
        label="URL"
        type="url"
        mono
        value={url}
        onChange={(next) => draft.change({ url: next })}
        placeholder="https://example.com/hooks"
        autoFocus
        hint={hint}
        error={error ?? submission.errorOf("url")}
      />
      <TextField
        label="Name"
        value={name}
        onChange={(next) => draft.change({ name: next })}
        maxLength={255}
        hint="May be left empty."
      />
      <TokenField
        token={token}
        onToken={setToken}
        note={hook ? " Leave empty to keep it; for another server it has to be entered again." : ""}
      />
      <EventChoice kinds={webhookKinds} isOn={(field) => chosen.has(field)} onChange={change} />
      <CertificateChoice
        checked={certificate !== ""}
        onChange={(on) => draft.change({ certificate: on ? "1" : "" })}
      />
    </FormDialog>
  );
}
