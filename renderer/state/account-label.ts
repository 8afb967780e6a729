import type { Account } from "../../shared/host/accounts.ts";
import { useAccounts } from "./host-state.ts";

/**
 * Returns a label that distinguishes an account: its name, with the service's host where another has the same name; null
 * where it is the only one.
 */
export function accountLabel(
  accounts: readonly Pick<Account, "id" | "name" | "url">[],
  id: string,
): string | null {
  const account = accounts.find((entry) => entry.id === id);
  if (!account || accounts.length < 2) return null;
  const alike = accounts.filter(({ name }) => name === account.name).length > 1;
  return alike ? `${account.name} (${new URL(account.url).host})` : account.name;
}

/** {@link accountLabel} for the accounts that there are. */
export function useAccountLabel(): (id: string) => string | null {
  const accounts = useAccounts();
  return (id) => accountLabel(accounts, id);
}
