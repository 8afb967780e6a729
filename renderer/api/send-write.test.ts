import { afterEach, expect, it, vi } from "vitest";
import { deleteBranch, listBranches } from "../../shared/api/resources/branches.ts";
import { createCommit } from "../../shared/api/resources/commits.ts";
import { replyToDiscussion } from "../../shared/api/resources/discussions.ts";
import { createQueryClient, operationQueryKey } from "./query-client.ts";
import { createWriteFlow, sendWrite } from "./send-write.ts";

afterEach(() => vi.unstubAllGlobals());

/** Has the host report an uncertain write, with what it found. */
const report = (changed: "yes" | "no" | "unknown", found?: unknown) =>
  vi.stubGlobal("fetch", async () =>
    Response.json({ code: "uncertain_write", message: "Helve checked.", changed, found }, { status: 502 }),
  );
const flow = () => createWriteFlow(createQueryClient());
const commit = { id: "p", branch: "main", commit_message: "Add a", actions: [] };
const reply = { id: "p", merge_request_iid: 1, discussion_id: "d", body: "LGTM" };
const uncertain = (changed: string) => ({ problem: { code: "uncertain_write", changed } });

it("believes the host where that found a write done", async () => {
  report("yes", { id: "c0ffee", message: "Add a", parent_ids: [] });
  expect(await flow().settle("1", createCommit, commit)).toMatchObject({
    result: { id: "c0ffee", parent_ids: [] },
    isFound: true,
  });
  report("yes");
  expect(await flow().settle("1", deleteBranch, { id: "p", branch: "b" })).toEqual({
    result: undefined,
    isFound: true,
  });
});

it("throws where a write is not done, that is unknown, or its result is not shown", async () => {
  for (const changed of ["no", "unknown"] as const) {
    report(changed);
    await expect(flow().settle("1", createCommit, commit)).rejects.toMatchObject(uncertain(changed));
  }
  report("yes");
  await expect(flow().settle("1", replyToDiscussion, reply)).rejects.toMatchObject(uncertain("yes"));
});

it("does not take a found result for the confirmation of a write that is sent alone", async () => {
  report("yes", { id: "c0ffee" });
  await expect(sendWrite(createQueryClient(), "1", createCommit, commit)).rejects.toMatchObject(
    uncertain("yes"),
  );
});

it("makes stale what the writes of a flow change once, at its end, also after a failure", async () => {
  const client = createQueryClient();
  const key = operationQueryKey("1", listBranches, "one", { id: "p" });
  const invalidations = vi.spyOn(client, "invalidateQueries");
  await client.fetchQuery({ queryKey: key, queryFn: () => [], meta: { reads: listBranches.reads } });
  const writes = createWriteFlow(client);
  report("unknown");
  for (const branch of ["a", "b"])
    await writes.send("1", deleteBranch, { id: "p", branch }).catch(() => undefined);
  expect(client.getQueryState(key)?.isInvalidated).toBe(false);
  writes.end();
  writes.end();
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  expect(invalidations).toHaveBeenCalledTimes(1);
});
