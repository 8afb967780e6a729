import { useLocation } from "@tanstack/react-router";
import { useMemo } from "react";
import { type AppLocation, accountOf, parseAddress } from "../../features/addresses/parse-address.ts";
import { useAccount, useAccounts } from "../../state/host-state.ts";
import { useLayout } from "../../state/layout.ts";
import { type Description, describeLocation } from "./describe-location.ts";

/** Where the page is. */
export function useAppLocation(): AppLocation {
  const href = useLocation({ select: (location) => location.href });
  return useMemo(() => parseAddress(href), [href]);
}

/** Turns an account's id into its name. */
export function useAccountName(): (id: string) => string {
  const accounts = useAccounts();
  return useMemo(() => (id) => accounts.find((account) => account.id === id)?.name ?? "Account", [accounts]);
}

/** How the present place is called. */
export function useLocationDescription(): Description {
  const location = useAppLocation();
  const accountName = useAccountName();
  return useMemo(() => describeLocation(location, accountName), [location, accountName]);
}

/** The account of this place, else the one that was used last, else the first. */
export function useCurrentAccount() {
  const here = accountOf(useAppLocation());
  const last = useLayout((state) => state.account);
  const accounts = useAccounts();
  const account = useAccount(here ?? last);
  return account ?? accounts[0];
}
