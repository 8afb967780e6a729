import { expect, test } from "vitest";
import { listBranches } from "../../shared/api/resources/branches.ts";
import { operationQueryKey } from "./query-client.ts";
import { keepPrevious } from "./use-operation.ts";

const keyOf = (account: string, input: unknown) => operationQueryKey(account, listBranches, "pages", input);
const now = keyOf("a", { id: "fjord/lantern", search: "new" });
const kept = (queryKey: readonly unknown[]) => keepPrevious(listBranches, now)("rows", { queryKey });

test("a list of the same project stays while another filter loads", () => {
  expect(kept(keyOf("a", { id: "fjord/lantern" }))).toBe("rows");
  expect(kept(keyOf("a", { id: "fjord/lantern", search: "old", page: 2 }))).toBe("rows");
});

test("rows of another project, account or request are never shown", () => {
  expect(kept(keyOf("a", { id: "fjord/beacon", search: "new" }))).toBeUndefined();
  expect(kept(keyOf("b", { id: "fjord/lantern" }))).toBeUndefined();
  expect(kept(operationQueryKey("a", listBranches, "one", { id: "fjord/lantern" }))).toBeUndefined();
  expect(kept(keyOf("a", null))).toBeUndefined();
  expect(keepPrevious(listBranches, now)("rows", undefined)).toBeUndefined();
});
