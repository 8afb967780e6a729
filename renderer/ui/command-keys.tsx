import { type ComponentType, createContext, type RefObject, useContext, useEffect } from "react";
import { Kbd } from "./kbd.tsx";

/** Returns the keys of a command, null for none. The page's keymap provides it, since users change keys. */
export type FindKeys = (command: string) => string | null;

export const CommandKeysContext = createContext<FindKeys>(() => null);

/** Setting for shortcuts of a single character; the user switches them off for speech input (WCAG 2.1.4). */
export const SingleKeysContext = createContext(true);

/** An action of a part of the page, by the id of its command in the keymap. */
export interface PartAction {
  readonly id: string;
  readonly icon: ComponentType<{ readonly size?: number | string }>;
  readonly run: () => void;
}

/** Adds the commands of a part until the returned function is called. */
export type AddPartActions = (part: () => Element | null, actions: readonly PartAction[]) => () => void;

export const PartActionsContext = createContext<AddPartActions>(() => () => undefined);

/** Adds commands for a part of the page while it is mounted. Memoize the list: a new one replaces the old. */
export function usePartActions(part: RefObject<Element | null>, actions: readonly PartAction[]): void {
  const add = useContext(PartActionsContext);
  useEffect(() => add(() => part.current, actions), [add, part, actions]);
}

/** The keys of a command, such as `window.sidebar`, as the user's keyboard prints them; nothing where it has none. */
export function CommandKeys({ command }: { readonly command: string }) {
  const keys = useContext(CommandKeysContext)(command);
  return keys === null ? null : <Kbd keys={keys} />;
}
