import { type ComponentType, createContext, Fragment, type RefObject, useContext, useEffect } from "react";
import { capitalize } from "../../../shared/text/capitalize.ts";
import styles from "./kbd.module.css";

/** Keys of a shortcut as the user's keyboard prints them; `keys` such as `mod+k` or `g p`. */
export function Kbd({ keys }: { readonly keys: string }) {
  const strokes = keyNames(keys, isMac()).map((names, index) => ({ names, index }));
  return (
    <span className={styles.kbd}>
      {strokes.map(({ names, index }) => (
        <Fragment key={index}>
          {index > 0 ? <span className={styles.between}>then</span> : null}
          {names.map((name) => (
            <kbd key={name} className={styles.key}>
              {name}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

/** The shortcuts of one action, each of which runs it. */
export function KbdChoices({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={styles.choices}>
      {keys.map((each, index) => (
        <span key={each} className={styles.choice}>
          {index > 0 ? <span className={styles.between}>or</span> : null}
          <Kbd keys={each} />
        </span>
      ))}
    </span>
  );
}

/** Returns whether keys are shown and read the Mac's way. */
export const isMac = (): boolean =>
  typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);

const mac: Readonly<Record<string, string>> = {
  mod: "⌘",
  ctrl: "⌃",
  alt: "⌥",
  shift: "⇧",
  enter: "↩",
  backspace: "⌫",
};
const other: Readonly<Record<string, string>> = {
  mod: "Ctrl",
  ctrl: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  enter: "Enter",
  backspace: "Backspace",
};
const both: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  escape: "Esc",
  delete: "Del",
  pagedown: "PgDn",
  pageup: "PgUp",
};

/** Keys as they are printed: `g p` is a sequence of two strokes, `mod+shift+k` one stroke of three keys. */
export function keyNames(keys: string, onMac: boolean): string[][] {
  const names = onMac ? mac : other;
  return keys
    .split(" ")
    .filter(Boolean)
    .map((stroke) => stroke.split(/\+(?=.)/).map((key) => names[key] ?? both[key] ?? capitalize(key)));
}

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
