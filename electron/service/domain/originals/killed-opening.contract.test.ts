import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { rounds, seed } from "../../../../shared/testing/rounds.ts";
import { seeded } from "../../http/testing/seeded.ts";
import { openStore } from "../../store/schema/open-store.ts";
import { adminToken, killableService } from "./testing/killable-service.ts";
import { makeOriginal } from "./testing/opened-service.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-killed-opening-")));
const { folder, start, end } = killableService(root);
afterAll(() => {
  end();
  rmSync(root, { recursive: true, force: true });
});

const kills = rounds(20, 2);

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

it("leaves neither a folder nor half a project, whenever it is killed", async () => {
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
}, 300_000);
