import type { AnyOperation } from "../../shared/api/contract/operation.ts";
import type { OperationQueryKey } from "./query-client.ts";

interface PreviousQuery {
  readonly queryKey: readonly unknown[];
}

/**
 * Returns the placeholder of a query: the data of the one before it, where both are of the same resource, such as other
 * filters of a project's list. Never those of another account or project.
 */
export const keepPrevious =
  (operation: AnyOperation, key: OperationQueryKey) =>
  <T>(data: T | undefined, previous: PreviousQuery | undefined): T | undefined =>
    previous && isSameResource(operation, key, previous.queryKey) ? data : undefined;

function isSameResource({ path }: AnyOperation, a: readonly unknown[], b: readonly unknown[]): boolean {
  const [before, now] = [parametersOf(a), parametersOf(b)];
  return (
    a.slice(0, -1).every((part, index) => part === b[index]) &&
    path.matchAll(/:(\w+)/g).every(([, name = ""]) => before.get(name) === now.get(name))
  );
}

const parametersOf = (key: readonly unknown[]): ReadonlyMap<string, unknown> => {
  const input = key.at(-1);
  return new Map(typeof input === "object" && input !== null ? Object.entries(input) : []);
};
