import { createContext, useContext } from "react";

/** Id of the account whose operations the tree below calls; the router provides it. Null outside of its routes. */
export const AccountContext = createContext<string | null>(null);

/** Returns the id of the account that the tree belongs to. Throws outside an account's routes. */
export function useAccountId(): string {
  const account = useContext(AccountContext);
  if (account === null) throw new Error("No account here: this is used outside an account's routes");
  return account;
}

/** Returns the id of the account that the tree belongs to, null outside an account's routes. */
export const useOptionalAccountId = (): string | null => useContext(AccountContext);
