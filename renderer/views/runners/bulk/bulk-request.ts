import type { Runner } from "../../../../shared/api/resources/runners.ts";
import type { SeenValues } from "../filter/completions.ts";
import type { ActionKind } from "./action-labels.ts";
import type { Task } from "./bulk-run.ts";

/** An action on several runners. */
export type BulkRequest =
  | { readonly kind: "action"; readonly action: ActionKind; readonly runners: readonly Runner[] }
  | { readonly kind: "undo"; readonly tasks: readonly Task[] };

export interface BulkDialogProps {
  readonly account: string;
  /** Project of the page, offered first where one is to be chosen. */
  readonly project: string | undefined;
  readonly isAdmin: boolean;
  /** Version of the service, null where it hides it. */
  readonly version: string | null;
  readonly seen: SeenValues;
  readonly request: BulkRequest;
  readonly onClose: () => void;
  readonly onUndo: (tasks: readonly Task[]) => void;
  /** Every change was made. */
  readonly onDone: () => void;
}
