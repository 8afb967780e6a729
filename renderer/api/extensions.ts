import { operationKey } from "../../shared/api/contract/call-facts.ts";
import type { AnyOperation } from "../../shared/api/contract/operation.ts";
import { type Problem, ProblemError } from "../../shared/errors.ts";

/** Statuses of a service that lacks an operation. */
const lacking: readonly number[] = [400, 403, 404, 405, 501];

/** Returns whether a service lacks the operation, according to its response or the cached one. */
export const isLacking = ({ code, status }: Problem): boolean =>
  status === undefined ? code === "not_found" : lacking.includes(status);

/** Operations that a service lacks, until the page is reloaded. */
const missing = new Set<string>();

const keyOf = (account: string, operation: AnyOperation) => `${account} ${operationKey(operation)}`;

/**
 * Calls an operation that not every service has. Returns null where the service lacks it; later calls of the same account
 * send nothing. Throws every other error.
 */
export async function tryExtension<T>(
  account: string,
  operation: AnyOperation,
  call: () => Promise<T>,
): Promise<T | null> {
  const key = keyOf(account, operation);
  if (missing.has(key)) return null;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // A refusal with a reason is from Helve's own service, which has the operation.
    if (error.problem.reason || !isLacking(error.problem)) throw error;
    missing.add(key);
    return null;
  }
}
