import { Dices, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { createHook } from "../../../../shared/api/resources/system-hooks.ts";
import { describeProblem, type ErrorStateProps } from "../../../api/describe-problem.ts";
import { toProblem } from "../../../api/host.ts";
import { useWrite } from "../../../api/use-write.ts";
import { createStoredValues, useStoredValue } from "../../../state/stored-value.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { checkHookUrl, emptyHook, eventKinds, generateToken, type HookForm, hookForm } from "./hook-form.ts";
import styles from "./hooks.module.css";

interface HookDialogProps {
  readonly account: string;
  readonly onClose: () => void;
}

const drafts = createStoredValues("drafts", "system-hook", hookForm, emptyHook);

interface Failure {
  readonly looks: ErrorStateProps;
  readonly url: string | undefined;
}

/** Asks for a new hook. What was typed, but for the token, is stored until the hook is added or the draft discarded. */
export function HookDialog({ account, onClose }: HookDialogProps) {
  const key = `system hook ${account}`;
  const { value: form } = useStoredValue(drafts, key);
  const [token, setToken] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const write = useWrite();
  const set = (patch: Partial<HookForm>) => {
    setFailure(null);
    drafts.change(key, (now) => ({ ...now, ...patch }));
  };
  const { error, hint } = checkHookUrl(form.url);
  const isReady = form.url.trim() !== "" && error === undefined;
  const isChanged = JSON.stringify(form) !== JSON.stringify(emptyHook);
  const add = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const url = form.url.trim();
      await write(createHook, { ...form, url, ...(token ? { token } : {}) });
      drafts.change(key, () => emptyHook);
      toast.success("Added hook");
      onClose();
    } catch (cause) {
      setFailure({ looks: describeProblem(cause), url: toProblem(cause).fields?.url?.[0] });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add system hook"
      actions={
        <>
          {isChanged ? (
            <Button variant="ghost" disabled={busy} onClick={() => set(emptyHook)}>
              Discard draft
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy} disabled={!isReady} onClick={() => void add()}>
            Add hook
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) void add();
        }}
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
          error={error ?? failure?.url}
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
          <p className={styles.muted}>
            Changes to projects, groups, users, members and SSH keys are sent to every hook.
          </p>
        </fieldset>
        <Checkbox
          label="Check the certificate"
          description="Switch off only for a receiver with a self-signed certificate: without the check anybody on the way can read events and token."
          checked={form.enable_ssl_verification}
          onChange={(enable_ssl_verification) => set({ enable_ssl_verification })}
        />
        {failure && !failure.url ? <ErrorState compact {...failure.looks} /> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
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
      hint="Sent in the header X-Gitlab-Token, so that the receiver knows who calls. The service never shows it again, and it is not part of the draft."
      suffix={
        <>
          {token ? <CopyButton text={token} label="Copy token" /> : null}
          <IconButton
            label={isShown ? "Hide token" : "Show token"}
            icon={isShown ? EyeOff : Eye}
            size="s"
            onClick={() => setShown(!isShown)}
          />
          <IconButton
            label="Generate token"
            icon={Dices}
            size="s"
            onClick={() => {
              onToken(generateToken());
              setShown(true);
            }}
          />
        </>
      }
    />
  );
}
