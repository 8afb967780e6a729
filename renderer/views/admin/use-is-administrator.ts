import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useAccount } from "../../state/host-state.ts";

/**
 * Returns whether the user of an account is an administrator of its service; null while that is not known. Uses the
 * account's check, or requests the user where there is none yet.
 */
export function useIsAdministrator(account: string): {
  readonly isAdmin: boolean | null;
  readonly error: unknown;
  retry(): void;
} {
  const checked = useAccount(account)?.check?.user.is_admin;
  const user = useOperation(getCurrentUser, checked === undefined ? {} : null);
  return {
    isAdmin: checked ?? (user.data ? user.data.is_admin === true : null),
    error: user.error,
    retry: () => void user.refetch(),
  };
}
