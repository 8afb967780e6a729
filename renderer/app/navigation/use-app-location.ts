import { useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import { type AppLocation, accountOf, parseAddress } from "../../features/addresses/parse-address.ts";
import { useAccount, useAccounts, useHostState } from "../../state/host-state.ts";
import { useLayout } from "../../state/layout.ts";
import { pathOfHref } from "../../state/route-status.ts";
import { useTabs } from "../../state/tabs.ts";
import type { Description } from "./crumbs.ts";
import { describeLocation } from "./describe-location.ts";

/** Returns the current location. */
export function useAppLocation(): AppLocation {
  const href = useLocation({ select: (location) => location.href });
  return useMemo(() => parseAddress(href), [href]);
}

/** Returns the account of the current location, null where it has none. */
export const useLocationAccount = (): string | null =>
  useLocation({ select: ({ href }) => accountOf(parseAddress(href)) });

/** Returns a function from an account's id to its name, null where there is no such account. */
export function useAccountName(): (id: string) => string | null {
  const accounts = useHostState((state) => state.accounts);
  return useMemo(
    () => (id) => (accounts ? (accounts.find((account) => account.id === id)?.name ?? null) : "Account"),
    [accounts],
  );
}

/** Returns whether the current location is of an account that does not exist. */
export function useHasMissingAccount(): boolean {
  const id = useLocationAccount();
  const accountName = useAccountName();
  return id !== null && accountName(id) === null;
}

/** Returns the names of the current location. */
export function useLocationDescription(): Description {
  const location = useAppLocation();
  const accountName = useAccountName();
  const pathname = useLocation({ select: (currentAccount) => currentAccount.pathname });
  const ownName = useTabs(({ tabs }) => tabs.find(({ href }) => pathOfHref(href) === pathname)?.name);
  return useMemo(() => describeLocation(location, accountName, ownName), [location, accountName, ownName]);
}

/** Returns the route's account, else the one that was used last, else the first. */
export function useCurrentAccount() {
  const currentAccount = useLocationAccount();
  const last = useLayout((state) => state.account);
  const accounts = useAccounts();
  const account = useAccount(currentAccount ?? last);
  return account ?? accounts[0];
}
