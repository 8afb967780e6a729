import type { AnyOperation } from "../../../shared/api/contract/operation.ts";
import { type Fields, findForeign } from "../../../shared/api/identity/identity.ts";
import { identityOf } from "../../../shared/api/identity/kinds.ts";
import type { Known, WriteCheck } from "../../../shared/api/write-checks/write-check.ts";
import { parseJson } from "../../../shared/text/parse-json.ts";
import { jsonKindOf } from "../checks/json-kind.ts";
import { encodeOperationCall } from "./operation-call.ts";
import type { ReadContext } from "./read-operation.ts";

interface Found {
  readonly path: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Responses from before a write; parsed when they are needed, which is seldom. */
export type KnownBefore = () => readonly Known[];

/** Returns what is cached now of the things that a check will read, also as entries of their lists. */
export async function rememberKnown(
  { cache, account }: Pick<ReadContext, "cache" | "account">,
  check: WriteCheck,
  written: Fields,
): Promise<KnownBefore> {
  const reads = [{ read: check.read, input: check.input }, ...(check.known ?? [])];
  const taken = await Promise.all(
    reads.map(async ({ read, input }) => {
      const values = given(input(written));
      const path = await pathOf(read, values);
      if (path === null) return [];
      const isList = jsonKindOf(read) === "array";
      const own = cache.listBelow(account, path);
      const lists = isList ? [] : cache.listBelow(account, path.slice(0, path.lastIndexOf("/")));
      return [{ read, values, own, lists }];
    }),
  );
  return () =>
    taken
      .flat()
      .flatMap(({ read, values, own, lists }) => [...own.map(toKnown), ...entries(read, values, lists)]);
}

/** Returns an input without what is not given. */
export const given = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** Returns the path of a read without its query, null where the input is not one of it. */
async function pathOf(read: AnyOperation, values: Record<string, unknown>): Promise<string | null> {
  try {
    return (await encodeOperationCall(read, values)).path.split("?")[0] ?? null;
  } catch {
    return null;
  }
}

function toKnown({ path, body }: Found): Known {
  const query = Object.fromEntries(new URLSearchParams(path.split("?")[1] ?? ""));
  return { query, value: parseJson(Buffer.from(body).toString("utf8")) };
}

/** Returns the requested thing as the cached lists of its kind show it. */
function entries(read: AnyOperation, values: Record<string, unknown>, lists: readonly Found[]): Known[] {
  const identity = identityOf(read);
  if (!identity) return [];
  const exchange = { isRead: true, isRedirected: false };
  return lists
    .map(toKnown)
    .flatMap(({ query, value }) =>
      (Array.isArray(value) ? value : [])
        .filter((entry) => findForeign(read, identity, values, entry, exchange) === null)
        .map((entry) => ({ query, value: entry })),
    );
}
