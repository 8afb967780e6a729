import { expect, it } from "vitest";
import { listBranches } from "../../shared/api/resources/branches.ts";
import { toProblem } from "./host.ts";
import { cancelReads, createQueryClient, operationQueryKey } from "./query-client.ts";

it("cancels the running reads of an account; they can be retried", async () => {
  const client = createQueryClient();
  const aborted: string[] = [];
  const read = (account: string, id: string) => {
    const queryKey = operationQueryKey(account, listBranches, "one", { id });
    const result = client.fetchQuery({
      queryKey,
      queryFn: ({ signal }) =>
        new Promise<string>((resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push(`${account} ${id}`);
            reject(signal.reason);
          });
          setTimeout(() => resolve("read"), 200);
        }),
      meta: { reads: [] },
    });
    return { queryKey, result };
  };
  const mine = read("a", "g/p");
  const other = read("b", "g/p");
  await Promise.all([cancelReads(client, "a"), expect(mine.result).rejects.toThrow()]);
  expect(aborted).toEqual(["a g/p"]);
  const { status, error } = client.getQueryState(mine.queryKey) ?? {};
  expect(status).toBe("error");
  expect(toProblem(error)).toMatchObject({ code: "canceled", retry: true });
  expect(await other.result).toBe("read");
});
