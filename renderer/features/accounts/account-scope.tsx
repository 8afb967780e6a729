import type { ReactNode } from "react";
import { AccountContext } from "../../api/account-context.ts";
import { useAwayHost } from "../../state/host-state.ts";
import { AwayContext } from "../../ui/forms/destination.tsx";

interface AccountScopeProps {
  /** Id of the account. */
  readonly account: string;
  readonly children: ReactNode;
}

/**
 * A part of a page over all accounts that belongs to one of them: operations below it are those of the account, and what
 * writes waits while its service is away.
 */
export const AccountScope = ({ account, children }: AccountScopeProps) => (
  <AccountContext value={account}>
    <AwayContext value={useAwayHost(account)}>{children}</AwayContext>
  </AccountContext>
);
