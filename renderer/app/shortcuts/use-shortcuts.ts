import { useEffect } from "react";
import { currentCommands } from "../../state/commands.ts";
import { usePreferences } from "../../state/preferences.ts";
import { isMac } from "../../ui/key-names.ts";
import { isSingleKey, nextStep, strokeOf } from "./strokes.ts";

/** Milliseconds between two strokes of a sequence. */
const maxPauseMs = 1200;

const typing = 'input, textarea, select, [contenteditable="true"], [contenteditable=""], .monaco-editor';
const modal = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"], [role="menu"]';

/** Runs commands by their shortcuts, wherever focus is. Single keys are ignored while the user types or chooses. */
export function useShortcuts(): void {
  useEffect(() => {
    const sequence = { typed: "", at: 0 };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const stroke = strokeOf(event, isMac());
      if (!stroke) return;
      const target = event.target instanceof Element ? event.target : null;
      const inText = target?.closest(typing) != null;
      if (document.querySelector(modal)) return;
      const { singleKeys } = usePreferences.getState();
      const commands = currentCommands().filter(
        ({ shortcut, whileTyping }) =>
          shortcut && (!inText || whileTyping) && (singleKeys || !isSingleKey(shortcut)),
      );
      if (event.timeStamp - sequence.at > maxPauseMs) sequence.typed = "";
      const shortcuts = commands.flatMap(({ shortcut }) => (shortcut ? [shortcut] : []));
      const step = nextStep(sequence.typed, stroke, shortcuts);
      sequence.typed = step.kind === "pending" ? step.typed : "";
      sequence.at = event.timeStamp;
      if (step.kind === "none") return;
      event.preventDefault();
      if (step.kind === "match") commands.findLast(({ shortcut }) => shortcut === step.shortcut)?.run();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
