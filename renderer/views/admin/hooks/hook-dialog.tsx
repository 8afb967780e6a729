import { Dices } from "lucide-react";
import { useState } from "react";
import { createHook } from "../../../../shared/api/resources/system-hooks.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { RevealButton } from "../../../ui/buttons/reveal-button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { checkHookUrl, emptyHook, eventKinds, generateHookToken, type HookForm } from "./hook-form.ts";
import styles from "./hooks.module.css";

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
  const isChanged = JSON.stringify(form) !== JSON.stringify(emptyHook);
  const discard = () => {
    drafts.change(key, () => emptyHook);
    onClose();
    toast.discarded("hook draft", () => drafts.change(key, (now) => (now === emptyHook ? form : now)));
  };
  const submission = useSubmit(
    async () => {
      const url = form.url.trim();
      await write({ ...form, url, token: token || undefined });
      drafts.change(key, () => emptyHook);
      toast.success("Added hook");
      onClose();
    },
    { fields: ["url"] },
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Add system hook"
      submitLabel="Add hook"
      actions={isChanged ? <DiscardButton disabled={submission.isPending} onClick={discard} /> : null}
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
      <fieldset className={styles.events}>
        <legend className={styles.legend}>Events</legend>
        {eventKinds.map(({ field, label, description }) => (
          <Checkbox
            key={field}
            label={label}
            description={description}
            checked={form[field]}
            onChange={(checked) => set({ [field]: checked })}
          />
        ))}
        <p className={layout.muted}>
          Changes to projects, groups, users, members and SSH keys are sent to every hook.
        </p>
      </fieldset>
      <Checkbox
        label="Check the certificate"
        description="Switch off only for a receiver with a self-signed certificate: without the check anyone on the network can read events and token."
        checked={form.enable_ssl_verification}
        onChange={(enable_ssl_verification) => set({ enable_ssl_verification })}
      />
    </FormDialog>
  );
}

interface TokenFieldProps {
  readonly token: string;
  readonly onToken: (token: string) => void;
}

function TokenField({ token, onToken }: TokenFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label="Secret token"
      type={isShown ? "text" : "password"}
      mono
      value={token}
      onChange={onToken}
      autoComplete="new-password"
      hint="Sent in the header X-Gitlab-Token, so that the receiver can verify requests. The service never shows it again, and Helve does not store it."
      suffix={
        <>
          {token ? <CopyButton text={token} label="Copy token" /> : null}
          <RevealButton what="token" isShown={isShown} onChange={setShown} />
          <IconButton
            label="Generate token"
            icon={Dices}
            size="s"
            onClick={() => {
              onToken(generateHookToken());
              setShown(true);
            }}
          />
        </>
      }
    />
  );
}
