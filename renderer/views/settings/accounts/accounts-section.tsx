import { Plus, Users } from "lucide-react";
import { useState } from "react";
import { type Account, accountRoutes } from "../../../../shared/host/accounts.ts";
import { failureOf } from "../../../api/describe-problem.ts";
import { callHost, toProblem } from "../../../api/fetch-host.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { anyText } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { announce } from "../../../state/announce.ts";
import { useAccounts, useHostState } from "../../../state/host-state.ts";
import { removeProjectsOf } from "../../../state/recent-projects.ts";
import { closeTabsUnder } from "../../../state/tabs.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { useConfirm } from "../../../ui/overlays/confirm.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import { AddAccountDialog, TokenField, useTokenStorage } from "./account-form.tsx";
import { AccountRow } from "./account-row.tsx";
import styles from "./accounts.module.css";
import { CheckSummary, useLiveCheck } from "./check-summary.tsx";

/** `add` opens the form for a new account. */
const accountsSearch = { add: anyText };

/** Pixels of the row of an account. */
const rowHeight = 93;

/** Every account: add, open, reorder, rename, new token, remove. */
export function AccountsSection() {
  const go = useGo();
  const [{ add }] = useAddressSearch(accountsSearch);
  const known = useHostState((state) => state.accounts !== null);
  const accounts = useAccounts();
  const confirm = useConfirm();
  const tokenStorage = useTokenStorage();
  const [editing, setEditing] = useState<{ kind: "rename" | "token"; account: Account } | null>(null);
  const ids = accounts.map(({ id }) => id);
  const setAdding = (open: boolean) => go(open ? hrefs.addAccount : hrefs.accounts, { replace: true });
  const reorder = async (next: readonly string[], id: string) => {
    if (next === ids) return;
    try {
      await callHost(accountRoutes.order, { body: { ids: [...next] } });
      announce(`${accounts.find((entry) => entry.id === id)?.name} is number ${next.indexOf(id) + 1}`);
    } catch (error) {
      toast.problem("The order was not changed", toProblem(error));
    }
  };
  const remove = async ({ id, name, url }: Account) => {
    const isDone = await confirm({
      title: `Remove ${name}?`,
      description: `Deletes the token for ${url} and its cached data from this computer. Nothing changes on the service.`,
      confirmLabel: "Remove account",
      danger: true,
      failureTitle: `${name} was not removed`,
      attempt: () => failureOf(callHost(accountRoutes.remove, { id })),
    });
    if (!isDone) return;
    removeProjectsOf(id);
    closeTabsUnder(hrefs.accountRoot(id));
    toast.success(`${name} removed`);
  };
  const addButton = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      Add account
    </Button>
  );
  return (
    <>
      <div className={styles.head}>
        <p className={layout.secondary}>Services that Helve works with. {tokenStorage}</p>
        {accounts.length > 0 ? addButton : null}
      </div>
      {!known ? (
        <div className={flow.ruled}>
          <Skeleton lines={2} height={rowHeight} mark={36} label="Loading accounts" />
        </div>
      ) : accounts.length === 0 ? (
        <EmptyState
          icon={Users}
          title="No accounts yet"
          description="Add the address of a service and a personal access token."
          actions={addButton}
        />
      ) : (
        <ul className={flow.ruled} aria-label="Accounts">
          {accounts.map((account) => (
            <AccountRow
              key={account.id}
              account={account}
              onMove={(id, step) => void reorder(movedBy(ids, id, step), id)}
              onDropHere={(id) => void reorder(movedTo(ids, id, account.id), id)}
              onRename={() => setEditing({ kind: "rename", account })}
              onToken={() => setEditing({ kind: "token", account })}
              onRemove={() => void remove(account)}
            />
          ))}
        </ul>
      )}
      {add ? <AddAccountDialog onClose={() => setAdding(false)} /> : null}
      {editing?.kind === "rename" ? (
        <RenameDialog account={editing.account} onClose={() => setEditing(null)} />
      ) : null}
      {editing?.kind === "token" ? (
        <TokenDialog account={editing.account} onClose={() => setEditing(null)} />
      ) : null}
    </>
  );
}

/** The ids with one moved to the position of another; the same order when one of them is unknown. */
export function movedTo(ids: readonly string[], id: string, target: string): readonly string[] {
  const to = ids.indexOf(target);
  const from = ids.indexOf(id);
  if (from < 0 || to < 0 || from === to) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** The ids with one moved by some steps, as far as the ends allow. */
export function movedBy(ids: readonly string[], id: string, step: number): readonly string[] {
  const target = ids[ids.indexOf(id) + step];
  return target === undefined ? ids : movedTo(ids, id, target);
}

interface AccountDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Dialog that renames an account. */
function RenameDialog({ account, onClose }: AccountDialogProps) {
  const [name, setName] = useState(account.name);
  const submission = useSubmit(async () => {
    await callHost(accountRoutes.change, { id: account.id, body: { name: name.trim() } });
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
function TokenDialog({ account, onClose }: AccountDialogProps) {
  const [token, setToken] = useState("");
  const check = useLiveCheck(account.url, token.trim());
  const other = check.state === "good" && account.check && check.check.user.id !== account.check.user.id;
  const submission = useSubmit(async () => {
    await callHost(accountRoutes.change, { id: account.id, body: { token: token.trim() } });
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
