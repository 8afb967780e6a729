import { useHostState } from "../../state/host-state.ts";

/** Id of the account whose service has the repositories of this computer; null where there is none. */
export const useLocalAccount = (): string | null =>
  useHostState((state) => state.accounts?.find(({ kind }) => kind === "local")?.id ?? null);

/** Returns whether an account is the one of this computer's own service. */
export const useIsLocal = (account: string): boolean => useLocalAccount() === account;
