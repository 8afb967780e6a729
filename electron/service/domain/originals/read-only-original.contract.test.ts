import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { makeOriginal, terminal } from "./testing/opened-service.ts";
import { otherUserObstacle, otherUsersService } from "./testing/other-user.ts";

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
