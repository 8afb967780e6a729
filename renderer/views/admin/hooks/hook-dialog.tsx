import { useState } from "react";
import { createHook } from "../../../../shared/api/resources/system-hooks.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { CertificateChoice, EventChoice } from "../../../features/hooks/event-choice.tsx";
import { checkHookUrl } from "../../../features/hooks/hook-url.ts";
import { TokenField } from "../../../features/hooks/token-field.tsx";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { DraftDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { emptyHook, eventKinds, type HookForm } from "./hook-form.ts";

interface HookDialogProps {
  readonly account: string;
  readonly onClose: () => void;
}

const drafts = createStoredValues("drafts", "system-hook", emptyHook);

/** Adds a hook. The draft, without the token, is stored until the hook is added or the draft discarded. */
export function HookDialog({ account, onClose }: HookDialogProps) {
  const key = `system hook ${account}`;
  const { value: form } = useStoredValue(drafts, key);
  const [token, setToken] = useState("");
  const write = useWrite(createHook);
  const set = (patch: Partial<HookForm>) => {
    submission.reset();
    drafts.change(key, (now) => ({ ...now, ...patch }));
  };
  const { error, hint } = checkHookUrl(form.url);
  const isReady = form.url.trim() !== "" && error === undefined;
  const draft = {
    isChanged: JSON.stringify(form) !== JSON.stringify(emptyHook),
    clear: () => drafts.change(key, () => emptyHook),
    restore: () => drafts.change(key, (now) => (now === emptyHook ? form : now)),
  };
  const submission = useSubmit(
    async () => {
      const url = form.url.trim();
      await write({ ...form, url, token: token || undefined });
      draft.clear();
      toast.success("Added hook");
      onClose();
    },
    { fields: ["url"] },
  );
  return (
    <DraftDialog
      onClose={onClose}
      title="Add system hook"
      submitLabel="Add hook"
      draft={draft}
      draftName="hook draft"
      submission={submission}
      isReady={isReady}
    >
      <TextField
        label="URL"
        type="url"
        mono
        value={form.url}
        onChange={(url) => set({ url })}
        placeholder="https://example.com/hooks"
        autoFocus
        hint={hint}
        error={error ?? submission.errorOf("url")}
      />
      <TokenField token={token} onToken={setToken} />
      <EventChoice
        kinds={eventKinds}
        isOn={(field) => form[field]}
        onChange={(field, on) => set({ [field]: on })}
        note="Changes to projects, groups, users, members and SSH keys are sent to every hook."
      />
      <CertificateChoice
        checked={form.enable_ssl_verification}
        onChange={(enable_ssl_verification) => set({ enable_ssl_verification })}
      />
    </DraftDialog>
  );
}
