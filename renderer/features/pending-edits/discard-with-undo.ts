import { discardChange, type EditScope, restoreChange } from "../../state/edits.ts";
import { toast } from "../../ui/toast-store.ts";

/** Discards a pending change, with an undo that keeps what was typed into the file since. */
export function discardWithUndo(scope: EditScope, id: string): void {
  const gone = discardChange(scope, id);
  if (!gone) return;
  const { path } = gone.change;
  toast.discarded(`changes to ${path}`, () => {
    if (restoreChange(scope, gone)) return;
    toast.info(`${path} was changed again`, { description: "The new changes are kept." });
  });
}
