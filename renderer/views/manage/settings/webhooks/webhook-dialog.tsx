import { useState } from "react";
import {
  branchFilterStrategies,
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
import { Select } from "../../../../ui/forms/select.tsx";
import { TextField } from "../../../../ui/forms/text-field.tsx";
import { DraftDialog } from "../../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../../ui/overlays/toast.tsx";
import { webhookKinds } from "./webhook-kinds.ts";

const strategies = [
  { value: "all_branches", label: "All" },
  { value: "wildcard", label: "Those of a name or pattern" },
  { value: "regex", label: "Those that match a regular expression" },
] as const;

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
      branches: hook
        ? hook.push_events_branch_filter
          ? (hook.branch_filter_strategy ?? "wildcard")
          : "all_branches"
        : "all_branches",
      filter: hook?.push_events_branch_filter ?? "",
      certificate: hook?.enable_ssl_verification === false ? "" : "1",
    },
  );
  const { url, name, events, filter, certificate } = draft.fields;
  const strategy = branchFilterStrategies.find((known) => known === draft.fields.branches) ?? "all_branches";
  const chosen = new Set(events.split(" "));
  const change = (field: HookTrigger, on: boolean) =>
    draft.change({
      events: webhookKinds
        .filter((kind) => (kind.field === field ? on : chosen.has(kind.field)))
        .map((kind) => kind.field)
        .join(" "),
    });
  const { error, hint } = checkHookUrl(url);
  const isFiltered = chosen.has("push_events") && strategy !== "all_branches";
  const isReady =
    url.trim() !== "" && error === undefined && events !== "" && (!isFiltered || filter.trim() !== "");
  const submission = useSubmit(
    async () => {
      const isOn = (field: HookTrigger) => chosen.has(field);
      const settings = {
        id: project.id,
        url: url.trim(),
        name: name.trim(),
        ...(token ? { token } : {}),
        push_events: isOn("push_events"),
        push_events_branch_filter: strategy === "all_branches" ? "" : filter.trim(),
        branch_filter_strategy: strategy,
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
      const saved = await (hook ? update({ ...settings, hook_id: hook.id }) : create(settings));
      draft.clear();
      if (strategy === "regex" && saved.branch_filter_strategy !== "regex")
        toast.problem("The webhook is saved without its regular expression", {
          message: "This service filters branches by patterns with * alone. Edit the webhook.",
        });
      else toast.success(hook ? "Saved webhook" : "Added webhook");
      onClose();
    },
    { fields: ["url", "push_events_branch_filter"] },
  );
  return (
    <DraftDialog
      onClose={onClose}
      title={hook ? "Edit webhook" : "Add webhook"}
      submitLabel={hook ? "Save" : "Add webhook"}
      draft={draft}
      draftName={hook ? "changes to the webhook" : "webhook draft"}
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
      {chosen.has("push_events") ? (
        <>
          <Select
            label="Branches whose pushes are sent"
            value={strategy}
            options={strategies}
            onChange={(next) => draft.change({ branches: next })}
          />
          {strategy === "all_branches" ? null : (
            <TextField
              label={strategy === "regex" ? "Regular expression" : "Branch or pattern"}
              mono
              value={filter}
              onChange={(next) => draft.change({ filter: next })}
              maxLength={1000}
              placeholder={strategy === "regex" ? "^(feature|hotfix)/" : "release/*"}
              hint={
                strategy === "regex"
                  ? "In the syntax of RE2. Tags are sent in any case."
                  : "* stands for any text. Tags are sent in any case."
              }
              error={submission.errorOf("push_events_branch_filter")}
            />
          )}
        </>
      ) : null}
      <CertificateChoice
        checked={certificate !== ""}
        onChange={(on) => draft.change({ certificate: on ? "1" : "" })}
      />
    </DraftDialog>
  );
}
