import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useAccount } from "../../state/host-state.ts";

/**
 * Returns whether the user of an account is an administrator of its service; null while that is not known. The check of the
 * account says it; without one (its service was not reached yet) the service is asked.
 */
export function useIsAdministrator(account: string): {
  readonly isAdmin: boolean | null;
  readonly error: unknown;
} {
  const checked = useAccount(account)?.check?.user.is_admin;
  const user = useOperation(getCurrentUser, checked === undefined ? {} : null);
  return { isAdmin: checked ?? (user.data ? user.data.is_admin === true : null), error: user.error };
}
