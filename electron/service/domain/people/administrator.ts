import type { Store } from "../../store/store.ts";
import { findUserByName, insertUser } from "../../store/users/users.ts";

/** Username of the user that the local service's own tokens belong to. */
export const administratorName = "helve";

/** Adds the local administrator where it is missing. */
export function addAdministrator(store: Store): void {
  if (findUserByName(store, administratorName)) return;
  insertUser(store, {
    username: administratorName,
    name: "Local Administrator",
    email: "helve@localhost",
    isAdmin: true,
  });
}
