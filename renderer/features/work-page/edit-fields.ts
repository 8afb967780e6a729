import type { QueryKey } from "@tanstack/react-query";
import { describeProblem } from "../../api/describe-problem.ts";
import type { ShownChange } from "../../api/use-write.ts";
import { toast } from "../../ui/overlays/toast.tsx";

/** An edit: its input, its optimistic result and its error message. */
export interface FieldEdit<Send, Detail> {
  readonly send: Send;
  readonly show: Partial<Detail>;
  /** Such as "The labels were not changed". */
  readonly failed: string;
}

/**
 * Returns a function that edits fields of a merge request or issue: shown at once, reverted with a message and Retry on
 * failure. `write` sends one after another: the last one wins, however long the one before it takes.
 */
export function editFields<Send, Detail extends object, Written extends Partial<Detail>>(
  queryKey: QueryKey,
  write: (send: Send, shown: ShownChange<Detail, Written>) => Promise<Written>,
): (edit: FieldEdit<Send, Detail>) => Promise<Written | null> {
  return async function edit(change) {
    const names = new Set(Object.keys(change.show));
    try {
      return await write(change.send, {
        queryKey,
        show: (now) => ({ ...now, ...change.show }),
        // Only this edit's fields: another one may be in progress.
        revert: (now, before) => ({
          ...now,
          ...Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name))),
        }),
        confirm: (now, written) => ({ ...now, ...written }),
      });
    } catch (error) {
      toast.problem(change.failed, describeProblem(error), {
        action: { label: "Retry", onSelect: () => void edit(change) },
      });
      return null;
    }
  };
}
