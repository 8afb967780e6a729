import { createContext } from "react";

/** Id of the account whose operations the tree below calls; the router provides it. Null outside of its routes. */
export const AccountContext = createContext<string | null>(null);
