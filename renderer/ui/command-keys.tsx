import { createContext, useContext } from "react";
import { Kbd } from "./kbd.tsx";

/** Returns the keys of a command, null for none. The page's keymap provides it, since users change keys. */
export type FindKeys = (command: string) => string | null;

export const CommandKeysContext = createContext<FindKeys>(() => null);

/** The keys of a command, such as `window.sidebar`, as the user's keyboard prints them; nothing where it has none. */
export function CommandKeys({ command }: { readonly command: string }) {
  const keys = useContext(CommandKeysContext)(command);
  return keys === null ? null : <Kbd keys={keys} />;
}
