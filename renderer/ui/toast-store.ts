import { create } from "zustand";

export type ToastTone = "success" | "error" | "info" | "warning";

export interface ToastOptions {
  readonly description?: string | undefined;
  /** The technical line, shown in mono with Copy. */
  readonly detail?: string | undefined;
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
  /** Milliseconds on screen; by default according to its tone and button. */
  readonly duration?: number | undefined;
}

export interface ToastEntry extends ToastOptions {
  readonly id: number;
  readonly tone: ToastTone;
  readonly title: string;
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
  (title: string, options: ToastOptions = {}): number => {
    const id = sequence.next++;
    useToasts.setState(({ entries }) => {
      // The same message replaces the one on screen; a button, such as Undo, belongs to its own action.
      const others = entries.filter(
        (entry) => entry.action || entry.title !== title || entry.description !== options.description,
      );
      const all = [...others, { ...options, id, tone, title }];
      // Beyond those on screen only the ones with a button wait: Undo would be lost with them.
      return { entries: all.filter((entry, index) => entry.action || index >= all.length - maxToasts) };
    });
    return id;
  };

export const dismissToast = (id: number): void =>
  useToasts.setState(({ entries }) => ({ entries: entries.filter((entry) => entry.id !== id) }));

interface ProblemLike {
  readonly message: string;
  readonly detail?: string | undefined;
  readonly title?: string;
  /** Whether the action may have happened after all, as `title` says. */
  readonly isUncertain?: boolean;
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
