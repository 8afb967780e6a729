import { useState } from "react";
import type { Account } from "../../../../shared/host/accounts.ts";
import { changeAccount } from "../../../api/accounts.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import { CheckSummary } from "./check-summary.tsx";
import { TokenField } from "./token-field.tsx";
import { useLiveCheck } from "./use-live-check.ts";

interface AccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Dialog that renames an account. */
export function RenameDialog({ account, onClose }: AccountDialogProps) {
  const [name, setName] = useState(account.name);
  const submission = useSubmit(async () => {
    await changeAccount(account.id, { name: name.trim() });
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Rename account"
      size="s"
      submitLabel="Rename"
      submission={submission}
      isReady={name.trim() !== ""}
      failureTitle="The account was not renamed"
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={100} autoFocus />
    </FormDialog>
  );
}

/** Dialog for a new token of an account, which is checked before it replaces the old one. */
export function TokenDialog({ account, onClose }: AccountDialogProps) {
  const [token, setToken] = useState("");
  const check = useLiveCheck(account.url, token.trim());
  const other = check.state === "good" && account.check && check.check.user.id !== account.check.user.id;
  const submission = useSubmit(async () => {
    await changeAccount(account.id, { token: token.trim() });
    toast.success(`${account.name} has a new token`);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`New token for ${account.name}`}
      description={account.url}
      submitLabel="Use this token"
      submission={submission}
      isReady={check.state === "good"}
      failureTitle="The token was not changed"
    >
      <TokenField
        value={token}
        onChange={setToken}
        autoFocus
        hint={other ? "This token belongs to another user." : undefined}
      />
      <CheckSummary check={check} />
    </FormDialog>
  );
}
