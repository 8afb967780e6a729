import { type ReactNode, useEffect, useMemo } from "react";
import { create } from "zustand";
import { type AvailableCommand, currentCommands, registerCommands } from "../../state/commands/commands.ts";
import {
  commandKeys,
  isSingleKey,
  keymap,
  matchStroke,
  strokeOf,
  worksWhileTyping,
} from "../../state/keymap/keymap.ts";
import { usePreferences } from "../../state/preferences.ts";
import {
  type AddPartActions,
  CommandKeysContext,
  type FindKeys,
  isMac,
  PartActionsContext,
  SingleKeysContext,
} from "../../ui/buttons/kbd.tsx";

/** Milliseconds between two strokes of a sequence; enough for those who look for the key. */
const maxStrokeIntervalMs = 3000;

const codeEditor = ".monaco-editor";
const typing = `input, textarea, select, [contenteditable="true"], [contenteditable=""], ${codeEditor}`;
/** The text of an editor to read in; its search box is for typing. */
const reading = "[data-read-only] :is(.native-edit-context, textarea.inputarea)";
const modal = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"], [role="menu"]';

/** Runs commands by their keys, wherever focus is. Single keys are ignored while the user types. */
export function useShortcuts(): void {
  useEffect(() => {
    const sequence = { typed: "", at: 0 };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const stroke = strokeOf(event, isMac());
      if (!stroke) return;
      const target = event.target instanceof Element ? event.target : null;
      const inText = target?.closest(typing) != null && !target.matches(reading);
      const modals = [...document.querySelectorAll(modal)];
      const isAvailable = ({ id, part }: AvailableCommand) =>
        modals.every((open) => open.contains(part?.() ?? null)) &&
        (!event.repeat || keymap()[id]?.repeats === true);
      const { singleKeys } = usePreferences.getState();
      const bound = currentCommands()
        .filter(isAvailable)
        .flatMap((command) =>
          command.keys
            .filter(
              (key) => (!inText || worksWhileTyping(command.id, key)) && (singleKeys || !isSingleKey(key)),
            )
            .map((key) => ({ key, run: command.run })),
        );
      // A held key leaves the sequence as it is.
      if (event.repeat && !bound.some(({ key }) => key === stroke)) return;
      if (event.timeStamp - sequence.at > maxStrokeIntervalMs) sequence.typed = "";
      const step = matchStroke(
        sequence.typed,
        stroke,
        bound.map(({ key }) => key),
      );
      sequence.typed = step.kind === "pending" ? step.typed : "";
      sequence.at = event.timeStamp;
      if (step.kind === "none") {
        const isOfView = modals.length === 0 && (target === document.body || target?.id === "main");
        if (singleKeys && isOfView && /^[jk]$/.test(stroke) && focusList()) event.preventDefault();
        return;
      }
      event.preventDefault();
      if (step.kind === "match") bound.findLast(({ key }) => key === step.shortcut)?.run();
    };
    // The code editor has keys of its own for some of these, and would take them first.
    const beforeEditor = (event: KeyboardEvent) => {
      if (!(event.target instanceof Element && event.target.closest(codeEditor))) return;
      onKeyDown(event);
      if (event.defaultPrevented) event.stopPropagation();
    };
    window.addEventListener("keydown", beforeEditor, { capture: true });
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("keydown", beforeEditor, { capture: true });
      window.removeEventListener("keydown", onKeyDown);
    };
  }, []);
}

/**
 * Focuses the list of the view, whose active row shows then: after a view was opened by keys, j and k begin in its list.
 * Returns whether there is one.
 */
function focusList(): boolean {
  const list = document.querySelector<HTMLElement>(
    '#main :is([role="list"], [role="listbox"], [role="grid"], [role="tree"])[tabindex="0"]',
  );
  list?.focus();
  return list !== null;
}

/** Connects the user's keymap with `ui`: tooltips and menus show the keys, parts of the page add commands. */
export function CommandKeysProvider({ children }: { readonly children: ReactNode }) {
  const changed = usePreferences((state) => state.keys);
  const singleKeys = usePreferences((state) => state.singleKeys);
  const find = useMemo<FindKeys>(
    () => (command) => commandKeys(command, changed).find((key) => singleKeys || !isSingleKey(key)) ?? null,
    [changed, singleKeys],
  );
  return (
    <CommandKeysContext value={find}>
      <SingleKeysContext value={singleKeys}>
        <PartActionsContext value={addPartActions}>{children}</PartActionsContext>
      </SingleKeysContext>
    </CommandKeysContext>
  );
}

const addPartActions: AddPartActions = (part, actions) =>
  registerCommands(
    actions.map(({ id, icon, run }) => {
      const { title = id, group = "" } = keymap()[id] ?? {};
      return { id, title, section: group, icon, part, run };
    }),
    "part",
  );

export const useShortcutSheet = create<{ readonly open: boolean }>(() => ({ open: false }));

export const openShortcutSheet = (): void => useShortcutSheet.setState({ open: true });
