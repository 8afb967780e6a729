import { type ContextMenu, DropdownMenu } from "radix-ui";
import { createContext } from "react";

/** The two menus share their items; this tells an item in which of them it stands. */
export const MenuKind = createContext<typeof DropdownMenu | typeof ContextMenu>(DropdownMenu);
