import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { fillFolder } from "../../service/sample/fill-folder.ts";
import { issueToken } from "../../service/store/users/tokens.ts";
import {
  makeDemo,
  type PublishScene,
  publishScene,
  sourceToken,
  targetToken,
} from "../testing/publish-scene.ts";

/** Reads lists of the target that an interrupted publish could have written twice. */
async function countAll(
  { target }: PublishScene,
  project = "helve%2Fmoved",
): Promise<Record<string, number>> {
  const of = `/projects/${project}`;
  const count = async (path: string) => (await target<unknown[]>("GET", `${of}/${path}`)).length;
  const notes = async (path: string) =>
    (await target<{ system: boolean }[]>("GET", `${of}/${path}/notes?per_page=100`)).filter(
      ({ system }) => !system,
    ).length;
  return {
    labels: await count("labels"),
    milestones: await count("milestones"),
    issues: await count("issues?per_page=100"),
    issueNotes: await notes("issues/1"),
    mergeRequests: await count("merge_requests?state=all&per_page=100"),
    versions: await count("merge_requests/2/versions"),
    notes: await notes("merge_requests/2"),
    snippets: await count("snippets"),
    wiki: await count("wikis"),
    releases: await count("releases"),
    branches: await count("repository/branches"),
    protected: await count("protected_branches"),
  };
}

const whole = {
  labels: 2,
  milestones: 1,
  issues: 2,
  issueNotes: 1,
  mergeRequests: 4,
  versions: 2,
  notes: 5,
  snippets: 2,
  wiki: 2,
  releases: 1,
  branches: 2,
  protected: 1,
};

it("moves a project to a second service, where every field is the same but for what it says", async () => {
  await using scene = await publishScene();
  await makeDemo(scene.source);
  const done = await scene.publish({});
  // The one that was squashed: no push tells a service that it was merged.
  expect(done.listedDifferences).toEqual([
    { item: "Merge request !4", field: "state", source: "merged", target: "closed" },
  ]);
  expect(done.compared).toBeGreaterThan(80);
  expect(done.losses.map(({ what }) => what)).toEqual([
    "Approvals",
    "Pipelines, jobs and their logs",
    "The state merged",
  ]);
  expect(await countAll(scene)).toEqual(whole);
  const of = "/projects/helve%2Fmoved";
  const project = await scene.target("GET", of);
  expect(project).toMatchObject({
    visibility: "private",
    description: "A *demo*",
    default_branch: "main",
    jobs_enabled: true,
  });
  const issue = await scene.target<{ description: string; state: string }>("GET", `${of}/issues/1`);
  expect(issue.state).toBe("opened");
  expect(issue.description).toContain("See !2 and #2, `@helve`\n\n\\/close\n\n`@code`");
  expect(issue.description).toMatch(/^\*Opened by .* \(helve\) on \d{4}-\d\d-\d\d\*\n/);
  expect(await scene.target("GET", `${of}/issues/2`)).toMatchObject({ confidential: true, state: "closed" });
  const merged = await scene.target("GET", `${of}/merge_requests/1`);
  expect(merged).toMatchObject({ state: "merged", source_branch: "topic" });
  // Secrets stay where they are unless they were chosen, and the snapshot never has them.
  expect(await scene.target("GET", `${of}/variables`)).toEqual([]);
  const map = await (await scene.host.request(`/publishes/${done.id}/map`)).json();
  const [from, to] = [/^http:\/\/127\.0\.0\.1:\d+\/helve\/demo$/, `${scene.proxy.url}/helve/moved`];
  expect(map).toMatchObject({
    addresses: [{ from: expect.stringMatching(from), to }, ...Array(8).fill(expect.anything())],
  });
  // Nothing of it is in the repositories or the store.
  const stored = readFileSync(join(scene.host.folder, "publishes.db")).toString("latin1");
  for (const secret of ["very-secret-value", sourceToken, targetToken]) expect(stored).not.toContain(secret);
});

it("moves it back, and members and variables where they were chosen", async () => {
  await using scene = await publishScene();
  await makeDemo(scene.source);
  for (const call of [scene.source, scene.target]) {
    await call("POST", "/users", {
      name: "Ada",
      username: "ada",
      email: "ada@example.org",
      password: "a-long-password",
    });
    await call("POST", "/users", {
      name: call === scene.source ? "Bob" : "Mallory",
      username: "bob",
      email: `${call === scene.source}@example.org`,
      password: "a-long-password",
    });
  }
  const users = await scene.source<{ id: number; username: string }[]>("GET", "/users");
  for (const username of ["ada", "bob"])
    await scene.source("POST", "/projects/helve%2Fdemo/members", {
      user_id: users.find((user) => user.username === username)?.id,
      access_level: 30,
    });
  const there = await scene.publish({ parts: { members: true, variables: true } });
  expect(there.people).toContainEqual({ source: "ada", target: "ada", role: "Developer" });
  const names = await scene.target<{ username: string }[]>("GET", "/projects/helve%2Fmoved/members");
  // Somebody else has the user name of Bob there.
  expect(names.map(({ username }) => username).toSorted()).toEqual(["ada"]);
  expect(there.losses).toContainEqual(expect.objectContaining({ what: "Members", examples: ["bob"] }));
  expect(await scene.target("GET", "/projects/helve%2Fmoved/variables")).toMatchObject([
    { key: "TOKEN", value: "very-secret-value" },
  ]);
  const back = await scene.publish({
    source: { accountId: scene.there, project: "helve/moved" },
    target: { accountId: "local", path: "back" },
    parts: { members: false },
  });
  expect(back.listedDifferences).toEqual([]);
  const refs = async (call: PublishScene["source"], project: string) =>
    z
      .array(z.object({ name: z.string(), commit: z.object({ id: z.string() }) }))
      .parse(await call("GET", `/projects/helve%2F${project}/repository/branches`))
      .map(({ name, commit }) => `${name} ${commit.id}`);
  expect(await refs(scene.source, "back")).toEqual(await refs(scene.source, "demo"));
});

it("goes on after a failure of any request, and after a kill, with exactly one of everything", async () => {
  await using scene = await publishScene();
  await makeDemo(scene.source);
  const isWrite = ({ method, path }: { method: string; path: string }) =>
    method !== "GET" && !path.includes("git-upload-pack");
  let count = 0;
  scene.proxy.choose = (_random, received) => {
    if (isWrite(received)) count++;
    return [];
  };
  await scene.publish({ target: { path: "counted" } });
  const all = count;
  expect(all).toBeGreaterThan(50);
  for (let failing = 0; failing < all; failing += Math.max(1, Math.floor(all / rounds))) {
    const path = `moved-${failing}`;
    let seen = 0;
    const reaches = failing % 2 === 0;
    scene.proxy.fail("reset before headers", (received) => isWrite(received) && seen++ === failing, reaches);
    const id = await scene.create({ target: { path } });
    await scene.settled(id, "planned");
    await scene.host.request(`/publishes/${id}/start`, { method: "POST" });
    await expect.poll(() => seen > failing, { timeout: 60_000 }).toBe(true);
    // Every third one meets a restart as well.
    if (failing % 3 === 0) await scene.host.restart();
    const again = failing % 3 === 0 ? await readd(scene) : null;
    expect(again).toBeNull();
    const done = await scene.settled(id, "done");
    expect(done.listedDifferences.map(({ item, field }) => [item, field])).toEqual([
      ["Merge request !4", "state"],
    ]);
    expect(await countAll(scene, `helve%2F${path}`), `request ${failing}`).toEqual(whole);
  }
});

/** Runs of the test above: as many requests are lost, one each. */
const rounds = process.env.HELVE_ROUNDS === "whole" ? 40 : 3;

/** The token of a test's account is in memory alone: it is entered again. */
async function readd(scene: PublishScene): Promise<null> {
  await scene.host.requestJson(`/accounts/${scene.there}`, "PATCH", { token: targetToken });
  for (const { id, state } of z
    .array(z.object({ id: z.string(), state: z.string() }))
    .parse(await (await scene.host.request("/publishes")).json()))
    if (state === "stopped") await scene.host.request(`/publishes/${id}/resume`, { method: "POST" });
  return null;
}

it("says what a target lacks, and goes on without it", async () => {
  await using scene = await publishScene();
  await makeDemo(scene.source);
  scene.refuse(
    404,
    (method, path) => method === "POST" && /\/(issues|milestones|snippets|protected_branches)$/.test(path),
  );
  const done = await scene.publish({});
  const lost = done.losses.map(({ what, count }) => [what, count]);
  expect(lost).toEqual(
    expect.arrayContaining([
      ["Issues", 2],
      ["Milestones", 1],
      ["Snippets", 2],
      ["Protected branches", 1],
    ]),
  );
  expect(done.listedDifferences).toContainEqual({
    item: "Issue #1",
    field: "all",
    source: "exists",
    target: "missing",
  });
  expect(await scene.target("GET", "/projects/helve%2Fmoved/merge_requests?state=all")).toHaveLength(4);
});

it("starts nothing where the path is taken, the group is hidden or nobody confirmed it", async () => {
  await using scene = await publishScene();
  await makeDemo(scene.source);
  await scene.target("POST", "/projects", { name: "Taken", path: "taken" });
  for (const target of [{ path: "taken" }, { namespace: "no/such/group" }]) {
    const id = await scene.create({ target });
    expect((await scene.settled(id, "planned")).obstacles).toHaveLength(1);
    expect((await scene.host.request(`/publishes/${id}/start`, { method: "POST" })).status).toBe(409);
  }
  expect(await scene.target("GET", "/projects")).toHaveLength(1);
});

it("reads what a member with few rights may, and says what that leaves out", async () => {
  await using scene = await publishScene();
  await makeDemo(scene.source);
  const { store, url } = scene.sourceService;
  const memberOf = async (username: string, level: number) => {
    const email = `${username}@example.org`;
    const { id } = await scene.source<{ id: number }>("POST", "/users", {
      ...{ name: username, username, email, password: "a-long-password" },
    });
    await scene.source("POST", "/projects/helve%2Fdemo/members", { user_id: id, access_level: level });
    return (await scene.host.addAccount(url, issueToken(store, id, { name: "Test", scopes: ["api"] }))).id;
  };
  const guest = await scene.create({ source: { accountId: await memberOf("guest", 10) } });
  await expect(scene.settled(guest, "planned")).rejects.toThrow(
    /stopped: .*does not let the repository be read/,
  );
  const reporter = await memberOf("reporter", 20);
  const done = await scene.publish({ source: { accountId: reporter }, parts: { variables: true } });
  const lost = done.losses.map(({ what }) => what);
  expect(lost).toEqual(expect.arrayContaining(["Protected branches", "Protected tags", "CI variables"]));
  expect(await scene.target("GET", "/projects/helve%2Fmoved/variables")).toEqual([]);
  expect(await countAll(scene)).toMatchObject({ mergeRequests: 4, issues: 2 });
});

it("stops where the target refuses the project", async () => {
  await using scene = await publishScene();
  await makeDemo(scene.source);
  scene.refuse(403, (method, path) => method === "POST" && path.endsWith("/api/v4/projects"));
  const id = await scene.create({});
  await scene.settled(id, "planned");
  await scene.host.request(`/publishes/${id}/start`, { method: "POST" });
  await expect(scene.settled(id, "done")).rejects.toThrow(/stopped: The target does not make the project/);
  scene.proxy.mend();
  await scene.host.request(`/publishes/${id}/resume`, { method: "POST" });
  expect((await scene.settled(id, "done")).differences).toBe(1);
});

it("moves a project of the sample, of which all differences are explained", async () => {
  await using scene = await publishScene((folder) => fillFolder(folder, new Date("2026-11-20T12:00:00Z")));
  // The larger one has hundreds of writes more, all of the same kinds.
  const isWhole = process.env.HELVE_ROUNDS === "whole";
  const done = await scene.publish({
    source: { project: isWhole ? "fjord/lantern" : "fjord/platform/harbor" },
  });
  expect(done.compared).toBeGreaterThan(isWhole ? 500 : 300);
  const explained = done.listedDifferences.filter(
    ({ item, field, source, target }) =>
      // Merges without a change, a state that passes, and branches that an open merge request needs.
      (field === "state" && /^(merged closed|locked opened)$/.test(`${source} ${target}`)) ||
      (field === "hash" && source === "null" && item.startsWith("refs/heads/")),
  );
  expect(done.listedDifferences).toEqual(explained);
  expect(explained.length).toBeLessThan(10);
});
