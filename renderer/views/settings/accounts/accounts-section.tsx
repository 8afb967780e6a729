import { Plus, Users } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import type { Account } from "../../../../shared/host/accounts.ts";
import { orderAccounts, removeAccount } from "../../../api/accounts.ts";
import { failureOf } from "../../../api/failure-of.ts";
import { toProblem } from "../../../api/host.ts";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useGo } from "../../../features/addresses/use-go.ts";
import { announce } from "../../../state/announce.ts";
import { useAccounts, useHostState } from "../../../state/host-state.ts";
import { removeProjectsOf } from "../../../state/recent-projects.ts";
import { closeTabsUnder } from "../../../state/tabs.ts";
import { Button } from "../../../ui/button.tsx";
import { useConfirm } from "../../../ui/confirm.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { RenameDialog, TokenDialog } from "./account-dialogs.tsx";
import { AddAccountDialog } from "./account-form.tsx";
import { AccountRow } from "./account-row.tsx";
import styles from "./accounts.module.css";
import { movedBy, movedTo } from "./reorder.ts";
import { useTokenStorage } from "./use-token-storage.ts";

/** `add` opens the form for a new account. */
const accountsSearch = z.object({ add: z.string().optional() });

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
      await orderAccounts(next);
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
      attempt: () => failureOf(removeAccount(id)),
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
