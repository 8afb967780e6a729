import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay, setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { rounds, seed } from "../../../../shared/testing/rounds.ts";
import { openStore } from "../../store/schema/open-store.ts";
import { seeded } from "../../testing/seeded.ts";
import { adminToken, killableService } from "./testing/killable-service.ts";
import { makeOriginal, terminal } from "./testing/opened-service.ts";

describe("killed write", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-killed-")));
  const { start, end } = killableService(root);
  let original: string;

  const call = (url: string, path: string, body: object): Promise<Response> =>
    fetch(`${url}/api/v4${path}`, {
      method: "POST",
      headers: { "private-token": adminToken, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    original = await makeOriginal(join(root, "original"));
  }, 60_000);
  afterAll(() => {
    end();
    rmSync(root, { recursive: true, force: true });
  });

  const kills = rounds(20, 2);
  const random = seeded(seed());

  /** Removes the locks that git processes left when they were killed with the service; Helve removes its own. */
  async function removeLocks(): Promise<void> {
    const git = join(original, ".git");
    for (const name of readdirSync(git, { recursive: true, encoding: "utf8" })) {
      const path = join(git, name);
      if (name.endsWith(".lock") && !readFileSync(path, "utf8").startsWith("helve "))
        rmSync(path, { force: true });
    }
  }

  /** Starts a service, which repairs a project after a kill, and kills it. */
  async function startAndKill(id: number): Promise<void> {
    const { url, kill } = await start();
    await fetch(`${url}/api/v4/projects/${id}/repository/branches`, {
      headers: { "private-token": adminToken },
    });
    await kill();
  }

  it(
    "does a write whole or not at all, whenever it is killed",
    async () => {
      let id = 0;
      /** Milliseconds that the write of the first round took, which is not killed. */
      let tookMs = 0;
      for (let round = 0; round <= kills; round++) {
        const service = await start();
        if (id === 0) {
          const opened = await call(service.url, "/local/repositories", { path: original });
          id = z.object({ id: z.int() }).parse(await opened.json()).id;
        }
        const branch = round % 2 ? "main" : "feature";
        const before = await terminal(original, "rev-parse", branch);
        const other = await terminal(original, "rev-parse", round % 2 ? "feature" : "main");
        const began = Date.now();
        const written = call(service.url, `/projects/${id}/repository/commits`, {
          branch,
          commit_message: `Round ${round}`,
          update_worktree: true,
          actions: [
            { action: "create", file_path: `round-${round}.txt`, content: `${round}\n` },
            { action: "update", file_path: "README.md", content: `# Round ${round}\n` },
          ],
        }).then(
          ({ status }) => status,
          () => null,
        );
        const delayMs = random.next() * tookMs;
        if (round === 0) {
          await written;
          tookMs = Date.now() - began;
        } else await sleep(delayMs);
        await service.kill();
        const when = `round ${round}, killed after ${delayMs} of ${tookMs} ms`;
        const status = await written;
        await removeLocks();
        const after = await terminal(original, "rev-parse", branch);
        if (status === 201) expect(after).not.toBe(before);
        if (after !== before) expect(await terminal(original, "rev-parse", `${branch}~1`)).toBe(before);
        expect(await terminal(original, "rev-parse", round % 2 ? "feature" : "main")).toBe(other);
        await terminal(original, "fsck", "--full", "--strict");
        // The next start undoes a work tree update without its branch.
        await startAndKill(id);
        expect(await terminal(original, "status", "--porcelain"), when).toBe("");
        expect(existsSync(join(original, ".git", "index.lock")), when).toBe(false);
        const file = existsSync(join(original, `round-${round}.txt`));
        expect(file, when).toBe(branch === "main" && after !== before);
      }
      // A git that outlived its service by a moment may have made one after the last start.
      await startAndKill(id);
      const packs = join(original, ".git", "objects", "pack");
      const kept = readdirSync(packs).filter((name) => name.endsWith(".keep"));
      expect(kept.map((name) => readFileSync(join(packs, name), "utf8"))).toEqual([]);
    },
    180_000 + kills * 10_000,
  );
});

describe("killed opening", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-killed-opening-")));
  const { folder, start, end } = killableService(root);
  afterAll(() => {
    end();
    rmSync(root, { recursive: true, force: true });
  });

  const kills = rounds(20, 2);
  const timeoutMs = 180_000 + kills * 30_000;

  const call = (url: string, method: string, path: string, body?: object) =>
    fetch(`${url}/api/v4${path}`, {
      method,
      headers: { "private-token": adminToken, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });

  /** Names of the folders of projects, and those that projects have. */
  function folders() {
    const store = openStore(folder);
    const rows = z
      .array(z.object({ repository: z.string() }))
      .parse(store.all("SELECT repository FROM projects"));
    const linked = z
      .object({ count: z.int() })
      .parse(store.get("SELECT count(*) AS count FROM originals JOIN projects ON id = project_id"));
    store.close();
    return {
      onDisk: readdirSync(join(folder, "repositories")).toSorted(),
      ofProjects: rows.map(({ repository }) => basename(repository)).toSorted(),
      linked: linked.count,
    };
  }

  it(
    "leaves neither a folder nor half a project, whenever it is killed",
    async () => {
      const original = await makeOriginal(join(root, "original"));
      const random = seeded(seed());
      let tookMs = 0;
      for (let round = 0; round <= kills; round++) {
        const service = await start();
        const began = Date.now();
        const opened = call(service.url, "POST", "/local/repositories", { path: original }).then(
          ({ status }) => status,
          () => null,
        );
        if (round === 0) {
          expect(await opened).toBe(201);
          tookMs = Date.now() - began;
        } else await delay(random.next() * tookMs);
        await service.kill();

        const next = await start();
        const settled = () => {
          const { onDisk, ofProjects, linked } = folders();
          return {
            isWhole: JSON.stringify(onDisk) === JSON.stringify(ofProjects) && linked === ofProjects.length,
            onDisk,
          };
        };
        await expect.poll(settled, { timeout: 20_000 }).toMatchObject({ isWhole: true });
        // What is there works, and is gone for the next round.
        const again = await call(next.url, "POST", "/local/repositories", { path: original });
        expect([200, 201]).toContain(again.status);
        const { id } = z.object({ id: z.int() }).parse(await again.json());
        expect((await call(next.url, "GET", `/projects/${id}/repository/branches`)).status).toBe(200);
        expect((await call(next.url, "DELETE", `/local/repositories/${id}?forget=true`)).status).toBe(204);
        await next.kill();
      }
    },
    timeoutMs,
  );
});
