import { type AnyOperation, operationKey } from "../../shared/api/contract/operation.ts";
import { diagnosticList } from "../../shared/host/diagnostics.ts";
import { hostJson, hostSend } from "./host.ts";

const reported = new Set<string>();

/** Reports to Diagnostics where a response differs from the contract; each difference once a session. */
export function reportMismatches(
  account: string,
  operation: AnyOperation,
  mismatches: readonly string[],
): void {
  const message = mismatches.join("\n").slice(0, 4000);
  const key = `${account} ${operationKey(operation)} ${message}`;
  if (reported.has(key)) return;
  reported.add(key);
  const body = { kind: "mismatch", accountId: account, operation: operationKey(operation), message };
  // A report that fails must not stop the view.
  hostSend("/diagnostics", "POST", body).catch(() => reported.delete(key));
}

/** The latest diagnostics, newest first. */
export const listDiagnostics = (signal?: AbortSignal) =>
  hostJson(diagnosticList, "/diagnostics", "GET", undefined, signal);

/** Deletes every diagnostic. */
export const clearDiagnostics = () => hostSend("/diagnostics", "DELETE");
