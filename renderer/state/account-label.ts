import type { Account } from "../../shared/host/accounts.ts";
import { useAccounts } from "./host-state.ts";

interface LabelledAccount extends Pick<Account, "id" | "name" | "url"> {
  readonly check: { readonly user: { readonly username: string } } | null;
}

/**
 * Returns a label that distinguishes an account: its name, with the service's host where another has the same name, with
 * the user where that is on the same host, and with a number where nothing else differs; null where it is the only one.
 */
export function accountLabel(accounts: readonly LabelledAccount[], id: string): string | null {
  const account = accounts.find((entry) => entry.id === id);
  if (!account || accounts.length < 2) return null;
  const { name } = account;
  const namesakes = accounts.filter((entry) => entry.name === name);
  if (namesakes.length === 1) return name;
  const host = hostOf(account);
  if (namesakes.filter((entry) => hostOf(entry) === host).length === 1) return `${name} (${host})`;
  const user = userOf(account);
  const index = namesakes.filter((entry) => userOf(entry) === user).indexOf(account);
  return `${name} (${index === 0 ? user : `${user}, ${index + 1}`})`;
}

const hostOf = ({ url }: LabelledAccount): string => new URL(url).host;
const userOf = (account: LabelledAccount): string =>
  account.check ? `${account.check.user.username} at ${hostOf(account)}` : hostOf(account);

/** {@link accountLabel} for the accounts that there are. */
export function useAccountLabel(): (id: string) => string | null {
  const accounts = useAccounts();
  return (id) => accountLabel(accounts, id);
}
