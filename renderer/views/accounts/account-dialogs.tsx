import { type FormEvent, useState } from "react";
import type { Account } from "../../../shared/host/accounts.ts";
import { changeAccount } from "../../api/accounts.ts";
import { toProblem } from "../../api/host.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import styles from "./accounts.module.css";
import { CheckSummary } from "./check-summary.tsx";
import { useLiveCheck } from "./use-live-check.ts";

interface AccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Gives an account another name. */
export function RenameDialog({ account, onClose }: AccountDialogProps) {
  const [name, setName] = useState(account.name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    try {
      await changeAccount(account.id, { name: name.trim() });
      onClose();
    } catch (error) {
      toast.problem("The account was not renamed", toProblem(error));
    }
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename account" size="s">
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField label="Name" value={name} onChange={setName} maxLength={100} autoFocus />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!name.trim()}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Gives an account a new token, tried before it replaces the old one. */
export function TokenDialog({ account, onClose }: AccountDialogProps) {
  const [token, setToken] = useState("");
  const check = useLiveCheck(account.url, token.trim());
  const other = check.state === "good" && account.check && check.check.user.id !== account.check.user.id;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (check.state !== "good") return;
    try {
      await changeAccount(account.id, { token: token.trim() });
      toast.success(`${account.name} has a new token`);
      onClose();
    } catch (error) {
      toast.problem("The token was not changed", toProblem(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`New token for ${account.name}`}
      description={account.url}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Personal access token"
          type="password"
          value={token}
          onChange={setToken}
          mono
          autoComplete="new-password"
          autoFocus
          hint={other ? "This token belongs to somebody else than the one before." : undefined}
        />
        <CheckSummary check={check} />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={check.state !== "good"}>
            Use this token
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
