import { type ContextMenu, DropdownMenu } from "radix-ui";
import { createContext } from "react";

/** Kind of the menu that an item is in: the two menus share their items. */
export const MenuKind = createContext<typeof DropdownMenu | typeof ContextMenu>(DropdownMenu);
