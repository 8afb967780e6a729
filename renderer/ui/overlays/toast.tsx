import { create } from "zustand";
import type { Optional } from "../../../shared/optional.ts";

type ToastTone = "success" | "error" | "info" | "warning";

interface ToastAction {
  readonly label: string;
  readonly onSelect: () => void;
}

type ToastText = Optional<{
  description: string;
  /** The technical line, shown in mono with Copy. */
  detail: string;
  /** Milliseconds on screen; by default according to its tone and button. */
  duration: number;
}>;

interface ToastOptions
  extends ToastText,
    Optional<{
      action: ToastAction;
    }> {}

export interface ToastEntry extends ToastText {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
  /** Number of equal toasts that it replaces, with itself. */
  readonly count: number;
  /** Actions of its button, one for each of those, the latest last; empty where it has none. */
  readonly actions: readonly ToastAction[];
}

/** Toasts on screen: the latest. */
const maxToasts = 4;
const sequence = { next: 1 };

export const useToasts = create<{ readonly entries: readonly ToastEntry[] }>(() => ({ entries: [] }));

/** Returns the toasts on screen, the latest last; those before them wait until one of these is gone. */
export const shownToasts = (entries: readonly ToastEntry[]): readonly ToastEntry[] =>
  entries.slice(-maxToasts);

/** Pixels that the toasts take above the status line. */
export const useToastStrip = create<{ readonly height: number }>(() => ({ height: 0 }));

const show =
  (tone: ToastTone) =>
  (title: string, { action, ...text }: ToastOptions = {}): number => {
    const id = sequence.next++;
    useToasts.setState(({ entries }) => {
      const same = entries.find(
        (entry) =>
          entry.title === title &&
          entry.description === text.description &&
          entry.actions[0]?.label === action?.label,
      );
      const count = (same?.count ?? 0) + 1;
      const actions = [...(same?.actions ?? []), ...(action ? [action] : [])];
      const all = [
        ...entries.filter((entry) => entry !== same),
        { ...text, id, tone, title, count, actions },
      ];
      // Beyond those on screen only the ones with a button wait: Undo would be lost with them.
      return {
        entries: all.filter((one, index) => one.actions.length > 0 || index >= all.length - maxToasts),
      };
    });
    return id;
  };

export const dismissToast = (id: number): void =>
  useToasts.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));

/** Removes the latest action of a toast that replaces several, once it is performed; the others stay. */
export const dropLatestAction = (id: number): void =>
  useToasts.setState(({ entries }) => ({
    entries: entries.map((one) =>
      one.id === id ? { ...one, actions: one.actions.slice(0, -1), count: one.count - 1 } : one,
    ),
  }));

interface ProblemLike
  extends Optional<{
    title: string;
    /** Whether the action may have happened after all, as `title` says. */
    isUncertain: boolean;
    detail: string;
  }> {
  readonly message: string;
}

/** Short messages at the corner: what happened, in the user's words. Each returns an id for {@link dismissToast}. */
export const toast = {
  success: show("success"),
  error: show("error"),
  info: show("info"),
  warning: show("warning"),
  /** A failed action, which `title` names, with the reason from the problem. One that may have happened is called by its own title. */
  problem: (
    failed: string,
    { message, detail, title, isUncertain }: ProblemLike,
    options: ToastOptions = {},
  ) =>
    show(isUncertain ? "warning" : "error")((isUncertain && title) || failed, {
      description: message,
      detail: detail || undefined,
      ...options,
    }),
  /** Typed text was discarded, such as "comment" or "changes to README.md"; `restore` brings it back. */
  discarded: (what: string, restore: () => void) =>
    show("info")(`Discarded ${what}`, { action: { label: "Undo", onSelect: restore } }),
};
