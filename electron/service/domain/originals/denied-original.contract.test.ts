import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { makeOriginal, terminal } from "./testing/opened-service.ts";
import { nobody, otherUserObstacle, otherUsersService } from "./testing/other-user.ts";

const service = otherUsersService();
afterAll(() => service.end());

const opened = z.object({ id: z.int() });
const refusal = z.object({ reason: z.string(), message: z.string() });
const commit = {
  branch: "feature",
  commit_message: "From Helve",
  actions: [{ action: "create", file_path: "from-helve.txt", content: "helve\n" }],
};

/** Changes the owner of a folder and of everything in it. */
function give(path: string, { uid, gid }: typeof nobody): void {
  chownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) give(join(path, name), { uid, gid });
}

it.skipIf(otherUserObstacle !== null)(
  `a folder that this user may not read or write says so, and works once it may${otherUserObstacle ? `: ${otherUserObstacle}` : ""}`,
  async () => {
    const above = join(service.root, "volume");
    mkdirSync(above);
    const original = await makeOriginal(join(above, "original"));
    const { call, kill } = await service.start();
    const open = () => call("POST", "/local/repositories", { path: original });
    chmodSync(above, 0o700);
    const unopened = await open();
    expect(unopened).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
    expect(refusal.parse(unopened.body).message).toContain("permission denied");

    // Another user's repository: git itself refuses it because of dubious ownership, and Helve runs nothing of it.
    chmodSync(above, 0o755);
    const project = `/projects/${opened.parse((await open()).body).id}`;
    const branches = () => call("GET", `${project}/repository/branches`);
    expect(await branches()).toMatchObject({ status: 200, body: [{ name: "feature" }, { name: "main" }] });
    expect(await call("GET", `${project}/repository/tree?ref=main`)).toMatchObject({ status: 200 });
    expect(await call("POST", `${project}/repository/commits`, commit)).toMatchObject({
      status: 403,
      body: { reason: "read_only" },
    });

    for (const [path, mode] of [
      [above, 0o755],
      [join(original, ".git"), 0o755],
      [join(original, ".git", "objects"), 0o755],
      [join(original, ".git", "HEAD"), 0o644],
    ] as const) {
      chmodSync(path, 0o600);
      chownSync(path, 0, 0);
      const denied = await branches();
      expect(denied, path).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
      expect(refusal.parse(denied.body).message).toContain("permission denied");
      const state = await call("GET", `/local${project}/original`);
      expect(state.body).toMatchObject({ state: "unreadable" });
      expect((await call("GET", project)).status).toBe(200);
      chmodSync(path, mode);
      expect((await branches()).status).toBe(200);
    }

    // As `sudo git` leaves it: a part of it belongs to root.
    give(original, nobody);
    const heads = join(original, ".git", "refs", "heads");
    chownSync(heads, 0, 0);
    const before = await terminal(original, "-c", "safe.directory=*", "for-each-ref");
    const half = await call("POST", `${project}/repository/commits`, commit);
    expect(half).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
    const { message } = refusal.parse(half.body);
    expect(message).toContain("Permission denied");
    expect(message).toContain(join(heads, "feature"));
    expect(await terminal(original, "-c", "safe.directory=*", "for-each-ref")).toBe(before);
    give(original, nobody);
    expect((await call("POST", `${project}/repository/commits`, commit)).status).toBe(201);
    await terminal(original, "-c", "safe.directory=*", "fsck", "--full", "--strict");
    await kill();
  },
);
