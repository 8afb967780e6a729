import { type AnyOperation, operationKey } from "../../shared/api/contract/operation.ts";
import type { Mismatch } from "../../shared/api/contract/read-response.ts";
import { diagnosticList } from "../../shared/host/diagnostics.ts";
import { hostJson, hostSend } from "./host.ts";

/** Counts of mismatches that were not sent yet, by kind; a kind is here while a report of it is under way. */
const unsent = new Map<string, number>();

/** Reports to Diagnostics where a response differs from the contract: one entry for each kind, with a count. */
export function reportMismatches(
  accountId: string,
  operation: AnyOperation,
  mismatches: readonly Mismatch[],
): void {
  for (const { message, count } of mismatches) {
    const body = { kind: "mismatch", accountId, operation: operationKey(operation), message };
    const key = JSON.stringify(body);
    const known = unsent.get(key);
    unsent.set(key, (known ?? 0) + count);
    // A report that fails must not stop the view.
    if (known === undefined) send(key, body).catch(() => unsent.delete(key));
  }
}

/** Sends the count of a kind, and again what was added meanwhile. */
async function send(key: string, body: object): Promise<void> {
  for (let count = unsent.get(key) ?? 0; count > 0; count = unsent.get(key) ?? 0) {
    unsent.set(key, 0);
    await hostSend("/diagnostics", "POST", { ...body, count });
  }
  unsent.delete(key);
}

/** The latest diagnostics, newest first. */
export const listDiagnostics = (signal?: AbortSignal) =>
  hostJson(diagnosticList, "/diagnostics", "GET", undefined, signal);

/** Deletes every diagnostic. */
export const clearDiagnostics = () => hostSend("/diagnostics", "DELETE");
