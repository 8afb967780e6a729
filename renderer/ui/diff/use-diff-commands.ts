import { ArrowDown, ArrowUp, MessageSquarePlus, MoveDown, MoveUp } from "lucide-react";
import { type RefObject, useContext, useMemo, useRef } from "react";
import { type PartAction, usePartActions } from "../command-keys.tsx";
import { PaneShownContext } from "../persistent-pane.tsx";

/** Actions of the commands of a comparison. */
export interface DiffActions {
  /** One file on (`1`) or back. */
  file(direction: 1 | -1): void;
  /** One run of changed lines on or back. */
  change(direction: 1 | -1): void;
  /** Moves one line forward or back; `extend` keeps the other end of the selection. */
  line(direction: 1 | -1, extend: boolean): void;
  /** Comments on the selected lines. */
  comment(): void;
}

/** Adds the commands of a comparison while it is shown. Each moves the focus there first. */
export function useDiffCommands(
  scroller: RefObject<HTMLElement | null>,
  mayComment: boolean,
  actions: DiffActions,
): void {
  const isShown = useContext(PaneShownContext);
  const latest = useRef(actions);
  latest.current = actions;
  const commands = useMemo((): PartAction[] => {
    if (!isShown) return [];
    const action = (id: string, icon: PartAction["icon"], run: (now: DiffActions) => void): PartAction => ({
      id,
      icon,
      run: () => {
        const view = scroller.current;
        if (!view?.contains(document.activeElement)) view?.focus({ preventScroll: true });
        run(latest.current);
      },
    });
    return [
      action("diff.next-file", MoveDown, (now) => now.file(1)),
      action("diff.previous-file", MoveUp, (now) => now.file(-1)),
      action("diff.next-change", MoveDown, (now) => now.change(1)),
      action("diff.previous-change", MoveUp, (now) => now.change(-1)),
      action("diff.next-line", ArrowDown, (now) => now.line(1, false)),
      action("diff.previous-line", ArrowUp, (now) => now.line(-1, false)),
      action("diff.extend-down", ArrowDown, (now) => now.line(1, true)),
      action("diff.extend-up", ArrowUp, (now) => now.line(-1, true)),
      ...(mayComment ? [action("diff.comment", MessageSquarePlus, (now) => now.comment())] : []),
    ];
  }, [scroller, mayComment, isShown]);
  usePartActions(scroller, commands);
}
