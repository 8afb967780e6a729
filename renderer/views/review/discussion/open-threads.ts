import { useNavigate } from "@tanstack/react-router";
import { MessageSquare, MessageSquareDot } from "lucide-react";
import type { Discussion } from "../../../../shared/api/resources/discussions.ts";
import { useTargetNote } from "../../../features/comments/comment-card.tsx";
import { type Command, useRegisterCommands } from "../../../state/commands/commands.ts";
import { toast } from "../../../ui/overlays/toast.tsx";

/** Returns whether a thread can be resolved, and is not. */
export const isOpenThread = (thread: Discussion): boolean =>
  thread.notes.some((note) => note.resolvable && !note.resolved);

/**
 * Returns the open thread after (`1`) or before (`-1`) the one with the comment `from`, which need not be open itself;
 * around the ends of the list. Null where no thread is open.
 */
export function nextOpenThread(
  threads: readonly Discussion[],
  from: number | null,
  direction: 1 | -1,
): Discussion | null {
  const found = threads.findIndex(({ notes }) => notes.some(({ id }) => id === from));
  const at = found < 0 && direction === -1 ? 0 : found;
  for (let step = 1; step <= threads.length; step++) {
    const thread = threads[(at + direction * step + 2 * threads.length) % threads.length];
    if (thread && isOpenThread(thread)) return thread;
  }
  return null;
}

interface ThreadCommands {
  /** Whether the tab of the threads is visible. */
  readonly shown: boolean;
  /** The threads of the tab, in the order in which they are read. */
  readonly threads: readonly Discussion[];
  /** Open threads of the merge request, on this tab or elsewhere. */
  readonly open: number;
  /** Scrolls to a thread that is not in the page as long as it is out of view. */
  readonly onShow?: (thread: Discussion) => void;
}

const none: readonly Command[] = [];

/** Registers the commands that go from one open thread to the next; the address names the thread's first comment. */
export function useThreadCommands({ shown, threads, open, onShow }: ThreadCommands): void {
  const from = useTargetNote();
  const navigate = useNavigate();
  const go = (direction: 1 | -1) => {
    const next = nextOpenThread(threads, from, direction);
    if (!next) {
      toast.info(open === 0 ? "No open threads" : "No open threads here", {
        description: open === 0 ? undefined : `${open} in other tabs, versions or files.`,
      });
      return;
    }
    onShow?.(next);
    const comment = next.notes.find(({ system }) => !system);
    void navigate({ to: ".", search: true, hash: `note_${comment?.id}`, replace: true });
  };
  const section = "Review";
  useRegisterCommands(
    shown
      ? [
          {
            id: "review.next-thread",
            title: "Next open thread",
            section,
            icon: MessageSquareDot,
            run: () => go(1),
          },
          {
            id: "review.previous-thread",
            title: "Previous open thread",
            section,
            icon: MessageSquare,
            run: () => go(-1),
          },
        ]
      : none,
  );
}
