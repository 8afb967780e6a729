import { afterEach, expect, it, vi } from "vitest";
import { createBranch, listBranches } from "../../shared/api/resources/branches.ts";
import { describeProblem } from "./describe-problem.ts";
import { cancelReads, requestOperation } from "./fetch-operation.ts";

afterEach(() => vi.unstubAllGlobals());

/** A host whose responses wait until `respond`, or until their request is canceled. */
function waitingHost() {
  const waiting: ((body: unknown) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit = {}) =>
      new Promise<Response>((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        waiting.push((body) => resolve(Response.json(body)));
      }),
  );
  return { respond: (body: unknown) => waiting.splice(0).forEach((send) => void send(body)) };
}

it("cancels the running reads of all accounts, whoever sent them; they can be repeated", async () => {
  const host = waitingHost();
  const read = (account: string) => requestOperation(account, listBranches, { id: "g/p" });
  const canceled = ["a", "b"].map((account) =>
    expect(read(account)).rejects.toSatisfy((error) => describeProblem(error).title === "Canceled"),
  );
  const write = requestOperation("a", createBranch, { id: "g/p", branch: "new", ref: "main" }).catch(
    (error: unknown) => error,
  );
  cancelReads();
  await Promise.all(canceled);
  const again = read("a");
  host.respond([]);
  expect((await again).data).toEqual([]);
  expect(await write).not.toBeInstanceOf(DOMException);
});
