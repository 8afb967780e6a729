import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startHeader } from "../../../shared/host/start-data.ts";
import { StartReads } from "./start-reads.ts";

const address = "/a/one/p/group%2Fapp/files?ref=main";
const project = "/accounts/one/operations/projects/group%2Fapp";

let folder = "";
let reads: StartReads;
/** Paths that reached the routes, in order. */
const sent: string[] = [];
/** Bodies that are cached, by path. */
const cached = new Map<string, string>();

const respond = async (request: Request): Promise<Response> => {
  const url = new URL(request.url);
  const isCached = url.searchParams.get("helve-cache") === "only";
  url.searchParams.delete("helve-cache");
  const path = url.pathname + url.search;
  if (isCached && !cached.has(path)) return Response.json({ code: "offline" }, { status: 503 });
  if (!isCached) sent.push(path);
  return Response.json(isCached ? JSON.parse(cached.get(path) ?? "") : `new ${sent.length}`, {
    headers: isCached ? { "helve-source": "cache", "helve-age": "60" } : {},
  });
};

const isRead = (_account: string, path: string) => !path.endsWith("/repair");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "helve-start-"));
  reads = new StartReads(join(folder, "start-reads.json"), { respond, isRead });
  sent.length = 0;
  cached.clear();
});
afterEach(() => {
  reads.close();
  rmSync(folder, { recursive: true });
});

const request = (path: string, from: string | null = address, method = "GET") =>
  reads.respond(
    new Request(`http://host${path}`, { method, headers: from === null ? {} : { [startHeader]: from } }),
  );
const opened = async (at = address) => {
  const found = await reads.open(at);
  await new Promise(setImmediate);
  return found;
};

test("what the page began with is in its HTML the next time as far as it is cached, and requested ahead", async () => {
  expect(await opened()).toEqual([]);
  await request(project);
  await request(`${project}/repository/tree?helve-pages=all`);
  // Neither what the page reads later, nor what it writes.
  await request(`${project}/events`, null);
  await request(`${project}/star`, address, "POST");
  await request(`${project}/repair?now=1`);
  sent.length = 0;
  cached.set(project, '{"name":"App"}');
  expect(await opened()).toEqual([
    { path: project, headers: expect.objectContaining({ "helve-age": "60" }), body: '{"name":"App"}' },
  ]);
  expect(sent).toEqual([project, `${project}/repository/tree?helve-pages=all`]);
  // The page's own request takes the response that is there already, once.
  expect(await (await request(project)).json()).toBe("new 1");
  expect(await (await request(project)).json()).toBe("new 3");
  // It asked for no tree this time.
  sent.length = 0;
  await opened();
  expect(sent).toEqual([project]);
});

test("a page has reads of its own account alone", async () => {
  await opened();
  await request("/accounts/two/operations/projects/5");
  await request("/accounts/one%2Ftwo/operations/projects/5");
  await request("/accounts/one/operations/projects/5?helve-pin=copy");
  await request("/projects/5", "/");
  sent.length = 0;
  cached.set("/accounts/two/operations/projects/5", "{}");
  expect([...(await opened()), ...(await opened("/"))]).toEqual([]);
  expect(sent).toEqual([]);
});

test("a page of all accounts has reads of each, until that is removed", async () => {
  await opened("/");
  const other = "/accounts/two/operations/merge_requests";
  for (const path of [project, other]) {
    await request(path, "/");
    cached.set(path, "{}");
  }
  expect((await opened("/")).map(({ path }) => path)).toEqual([project, other]);
  reads.forgetAccount("two");
  expect((await opened("/")).map(({ path }) => path)).toEqual([project]);
});

test("the HTML has at most 200 kB of responses, and at most 24", async () => {
  await opened();
  const paths = Array.from({ length: 30 }, (_, index) => `${project}/jobs/${index}`);
  for (const path of paths) {
    await request(path);
    cached.set(path, JSON.stringify("x".repeat(path.endsWith("/1") ? 300_000 : 1_000)));
  }
  const found = await opened();
  expect(found.map(({ path }) => path)).toEqual(paths.slice(0, 24).filter((path) => !path.endsWith("/1")));
});

test("a restart remembers, a removed account is forgotten", async () => {
  await opened();
  await request(project);
  reads.close();
  reads = new StartReads(join(folder, "start-reads.json"), { respond, isRead });
  cached.set(project, "{}");
  expect(await opened()).toHaveLength(1);
  reads.forgetAccount("one");
  expect(await opened()).toEqual([]);
});

test("an address that is opened for the first time has what it declares, and its page takes the same responses", async () => {
  const tree = `${project}/repository/tree?ref=c0ffee`;
  const other = "/accounts/two/operations/projects/1";
  const failed: string[] = [];
  const found = await reads.open(address, async (_, read) => {
    await Promise.all([
      read(project).then(() => read(tree)),
      read(other).catch(() => failed.push(other)),
      read(`${project}/repair`).catch(() => failed.push("repair")),
    ]);
  });
  expect(found.map(({ path, body }) => [path, body])).toEqual([
    [project, '"new 1"'],
    [tree, '"new 2"'],
  ]);
  // Neither another account nor what changes something.
  expect(failed).toEqual([other, "repair"]);
  expect(sent).toEqual([project, tree]);
  expect(await (await request(project)).json()).toBe("new 1");
  expect(await (await request(tree)).json()).toBe("new 2");
  expect(sent).toEqual([project, tree]);
});

test("the HTML does not wait long for what an address declares, and the page gets it when it is there", async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  reads = new StartReads(join(folder, "start-reads.json"), {
    respond: async (one) => isReleased.then(() => respond(one)),
    isRead,
  });
  expect(await reads.open(address, (_, read) => read(project))).toEqual([]);
  const taken = request(project);
  release();
  expect(await (await taken).json()).toBe("new 1");
  expect(sent).toEqual([project]);
});
