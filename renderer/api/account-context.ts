import { createContext, useContext } from "react";

/** Id of the account whose operations the tree below calls. The router provides it from `/a/$account`. */
export const AccountContext = createContext<string | null>(null);

/** The account of this place. Throws outside of an account's routes. */
export function useAccountId(): string {
  const id = useContext(AccountContext);
  if (id === null) throw new Error("No account here: the view stands outside of /a/$account");
  return id;
}
