import type { Runner } from "../../../../shared/api/resources/runners.ts";
import type { ActionKind } from "./action-labels.ts";

/** An action on several runners, whose dry run is shown first. */
export interface BulkRequest {
  readonly action: ActionKind;
  readonly runners: readonly Runner[];
}
