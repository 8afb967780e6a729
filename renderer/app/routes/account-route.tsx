import { Outlet, useParams } from "@tanstack/react-router";
import { UserX } from "lucide-react";
import { useDeferredValue } from "react";
import { AccountContext } from "../../api/account-context.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccountLabel } from "../../state/account-label.ts";
import { useAccount, useHostState, useReconnects } from "../../state/host-state.ts";
import { Button } from "../../ui/button.tsx";
import { DestinationContext } from "../../ui/destination.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReconnectContext } from "../../ui/error-state.tsx";
import { ViewPending } from "./view-pending.tsx";

/** Provides the account of the route to everything below it. */
export function AccountRoute() {
  const { account: id } = useParams({ from: "/a/$account" });
  // A transition: the tree below renders in slices after the host's event.
  const known = useDeferredValue(useHostState((state) => state.accounts !== null));
  const account = useAccount(id);
  const label = useAccountLabel();
  const reconnects = useReconnects(id);
  if (!known) return <ViewPending />;
  if (!account) {
    return (
      <EmptyState
        page
        icon={UserX}
        title="Account not found"
        description="This account was removed, or it was added on another computer."
        actions={
          <Button asChild>
            <AppLink href={hrefs.accounts}>Accounts</AppLink>
          </Button>
        }
      />
    );
  }
  return (
    <AccountContext value={id}>
      <DestinationContext value={label(id)}>
        <ReconnectContext value={reconnects}>
          <Outlet />
        </ReconnectContext>
      </DestinationContext>
    </AccountContext>
  );
}
