import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeOriginal, terminal } from "./testing/opened-service.ts";
import { otherUserObstacle, otherUsersService, unprivilegedUser } from "./testing/other-user.ts";

describe("denied original", () => {
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
  function give(path: string, { uid, gid }: typeof unprivilegedUser): void {
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
      give(original, unprivilegedUser);
      const heads = join(original, ".git", "refs", "heads");
      chownSync(heads, 0, 0);
      const before = await terminal(original, "-c", "safe.directory=*", "for-each-ref");
      const half = await call("POST", `${project}/repository/commits`, commit);
      expect(half).toMatchObject({ status: 424, body: { reason: "original_unreadable" } });
      const { message } = refusal.parse(half.body);
      expect(message).toContain("Permission denied");
      expect(message).toContain(join(heads, "feature"));
      expect(await terminal(original, "-c", "safe.directory=*", "for-each-ref")).toBe(before);
      give(original, unprivilegedUser);
      expect((await call("POST", `${project}/repository/commits`, commit)).status).toBe(201);
      await terminal(original, "-c", "safe.directory=*", "fsck", "--full", "--strict");
      await kill();
    },
  );
});

describe("read only original", () => {
  const service = otherUsersService();
  afterAll(() => service.end());

  const versions = z.array(z.object({ id: z.int(), head_commit_sha: z.string() }));
  const withId = z.object({ id: z.int() });

  it.skipIf(otherUserObstacle !== null)(
    `keeps versions of an original of another user${otherUserObstacle ? `: ${otherUserObstacle}` : ""}`,
    async () => {
      const original = await makeOriginal(join(service.root, "original"));
      const { call, kill } = await service.start();
      const opened = await call("POST", "/local/repositories", { path: original });
      const project = `/projects/${withId.parse(opened.body).id}`;
      const made = await call("POST", `${project}/merge_requests`, {
        source_branch: "feature",
        target_branch: "main",
        title: "Of a folder that can only be read",
      });
      expect(made.status).toBe(201);
      const { iid } = z.object({ iid: z.int() }).parse(made.body);
      const listVersions = async () =>
        versions.parse((await call("GET", `${project}/merge_requests/${iid}/versions`)).body);
      const [first] = await listVersions();

      await terminal(original, "checkout", "-q", "feature");
      writeFileSync(join(original, "feature.txt"), "newer\n");
      await terminal(original, "commit", "-q", "--all", "--amend", "-m", "Amended");
      await expect.poll(async () => (await listVersions()).length, { timeout: 30_000 }).toBe(2);

      await terminal(original, "checkout", "-q", "main");
      await terminal(original, "branch", "-D", "feature");
      await terminal(original, "reflog", "expire", "--expire=now", "--all");
      await terminal(original, "gc", "--quiet", "--prune=now");
      await expect(terminal(original, "cat-file", "-e", first?.head_commit_sha ?? "")).rejects.toThrow();
      for (const { id } of await listVersions()) {
        const { status, body } = await call("GET", `${project}/merge_requests/${iid}/versions/${id}`);
        expect(status).toBe(200);
        expect(body).toMatchObject({ diffs: [{ new_path: "feature.txt" }] });
      }

      const before = await terminal(original, "for-each-ref");
      const written = await call("POST", `${project}/repository/branches`, { branch: "new", ref: "main" });
      expect(written.status).toBeGreaterThanOrEqual(400);
      expect(written.status).toBeLessThan(500);
      expect(await terminal(original, "for-each-ref")).toBe(before);
      expect(before).not.toContain("refs/helve");
      await terminal(original, "fsck", "--full", "--strict");
      const [own] = readdirSync(service.repositories);
      const folder = join(service.repositories, own ?? "");
      // Both folders belong to another user than the one of the service.
      await terminal("/", "-c", "safe.directory=*", "--git-dir", folder, "fsck", "--full", "--strict");
      await kill();
    },
  );
});
