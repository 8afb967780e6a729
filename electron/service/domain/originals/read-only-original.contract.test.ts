import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { adminToken, killableService, serviceModule } from "./testing/killable-service.ts";
import { makeOriginal, terminal } from "./testing/opened-service.ts";

/** The user that the service runs as: one that owns nothing of the original. */
const nobody = { uid: 65_534, gid: 65_534 };
const obstacle = whyNot();
const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-read-only-")));
const service = killableService(join(root, "service"), nobody);

/** Why the test cannot run here; null where it can. */
function whyNot(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "only root can run it as another user";
  try {
    execFileSync(
      process.execPath,
      ["-e", `require("fs").readFileSync(${JSON.stringify(serviceModule)})`],
      nobody,
    );
    return null;
  } catch {
    return "the other user cannot read the sources";
  }
}

beforeAll(() => {
  mkdirSync(join(root, "service"));
  if (obstacle) return;
  chownSync(root, 0, 0);
  execFileSync("chmod", ["755", root]);
  chownSync(join(root, "service"), nobody.uid, nobody.gid);
});
afterAll(() => {
  service.end();
  rmSync(root, { recursive: true, force: true });
});

const versions = z.array(z.object({ id: z.int(), head_commit_sha: z.string() }));
const withId = z.object({ id: z.int() });

it.skipIf(obstacle !== null)(
  `keeps versions of an original of another user${obstacle ? `: ${obstacle}` : ""}`,
  async () => {
    const original = await makeOriginal(join(root, "original"));
    const { url, kill } = await service.start();
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${url}/api/v4${path}`, {
        method,
        headers: { "private-token": adminToken, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.status, body: (await response.json()) as unknown };
    };
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
    const [own] = readdirSync(join(root, "service", "data", "repositories"));
    const folder = join(root, "service", "data", "repositories", own ?? "");
    // Both folders belong to another user than the one that looks.
    await terminal("/", "-c", "safe.directory=*", "--git-dir", folder, "fsck", "--full", "--strict");
    await kill();
  },
);
