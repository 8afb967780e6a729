import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import syncFs, { mkdirSync, readFileSync, statSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, it, vi } from "vitest";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { createBranch, listBranches } from "../../../../shared/api/resources/branches.ts";
import { listCommits } from "../../../../shared/api/resources/commits.ts";
import {
  getOriginal,
  listLocalRepositories,
  openLocalRepository,
  pollOriginals,
} from "../../../../shared/api/resources/local-repositories.ts";
import { listProjectMergeRequests } from "../../../../shared/api/resources/merge-requests.ts";
import { getProject, listProjects } from "../../../../shared/api/resources/projects.ts";
import { commitInWorktree, makeOriginal } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";

const service = openedServiceForTests();

/** A folder whose volume can stop responding, as a network drive does whose server is gone. */
interface Volume {
  readonly folder: string;
  /** On the device of all other folders. */
  readonly isSimulated: boolean;
  readonly mounted: () => Promise<void>;
  /** Calls that wait for it at once, at most; null where that is unknown. */
  readonly maxWaiting: () => number | null;
  readonly isStopped: () => boolean;
  readonly stop: () => void;
  readonly goOn: () => void;
  readonly unmount: () => void;
}

/** Simulates the volume: calls of the file system about the folder wait until it responds again. */
function simulatedVolume(): Volume {
  const folder = service.folder("simulated");
  const actual = fs.statfs;
  const state = { waiting: [] as (() => void)[], stopped: false, maxWaiting: 0 };
  const spy = vi.spyOn(fs, "statfs").mockImplementation((async (path: string) => {
    if (state.stopped && path.startsWith(folder)) {
      await new Promise<void>((resolve) => {
        state.maxWaiting = Math.max(state.maxWaiting, state.waiting.push(resolve));
      });
    }
    return actual(path);
  }) as typeof fs.statfs);
  return {
    folder,
    isSimulated: true,
    isStopped: () => state.stopped,
    mounted: async () => undefined,
    maxWaiting: () => state.maxWaiting,
    stop: () => {
      state.stopped = true;
    },
    goOn: () => {
      state.stopped = false;
      for (const end of state.waiting.splice(0)) end();
    },
    unmount: () => spy.mockRestore(),
  };
}

/** A volume in a process of its own, which is stopped: every call that needs it waits in the system. */
function mountedVolume(): Volume {
  const [folder, behind] = [
    service.folder(`mounted-${randomUUID()}`),
    service.folder(`behind-${randomUUID()}`),
  ];
  for (const path of [folder, behind]) mkdirSync(path);
  const mount = spawn("bindfs", ["-f", "-o", "attr_timeout=0,entry_timeout=0", behind, folder]);
  return {
    folder,
    isSimulated: false,
    mounted: () => vi.waitFor(() => expect(statSync(folder).dev).not.toBe(statSync(behind).dev), 20_000),
    maxWaiting: () => null,
    isStopped: () => isStopped(mount.pid),
    stop: () => {
      mount.kill("SIGSTOP");
      spawn("sh", ["-c", `sleep ${maxStopS}; kill -CONT ${mount.pid}`], { stdio: "ignore" }).unref();
    },
    goOn: () => void mount.kill("SIGCONT"),
    unmount: () => {
      mount.kill("SIGCONT");
      execFileSync("fusermount3", ["-u", "-z", folder]);
    },
  };
}

/**
 * Seconds after which a stopped volume continues by itself: else a process that waits for it could not end its tests.
 */
const maxStopS = 20;

/** Returns whether a process is stopped. */
const isStopped = (pid: number | undefined): boolean =>
  readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("T") ?? false;

const hasBindfs = (() => {
  try {
    execFileSync("bindfs", ["--version"], { stdio: "ignore" });
    execFileSync("fusermount3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

describe.each([
  ["simulated", simulatedVolume, true],
  [`of FUSE${hasBindfs ? "" : " (no bindfs on this machine)"}`, mountedVolume, hasBindfs],
] as const)("a volume that stops responding, %s", (_, makeVolume, canRun) => {
  it.skipIf(!canRun)("is named, stops no other project, and works again when it is back", async () => {
    const volume = makeVolume();
    try {
      await volume.mounted();
      const far = await makeOriginal(`${volume.folder}/far`);
      const other = await makeOriginal(`${volume.folder}/other`);
      const id = await service.open(far);
      const otherId = await service.open(other);
      const nearId = volume.isSimulated
        ? null
        : await service.open(await makeOriginal(service.folder("near")));
      const { cursor } = (await service.call(pollOriginals, {})).data;
      const states = async () => {
        const { data } = await service.call(listLocalRepositories, {});
        return data.filter(({ path }) => path.startsWith(volume.folder)).map(({ state }) => state);
      };

      volume.stop();
      // More requests than the process has threads, each of which would wait for ever.
      const refused = await Promise.all(
        Array.from({ length: 12 }, (_, n) => service.call(listBranches, { id: n % 2 ? id : otherId })),
      );
      for (const { status, refusal } of refused) {
        expect(status).toBe(424);
        expect(refusal.reason).toBe("original_unreadable");
        expect(refusal.message).toContain("its volume does not respond");
      }
      expect((await service.call(createBranch, { id, branch: "b", ref: "main" })).status).toBe(424);
      expect((await service.call(openLocalRepository, { path: `${volume.folder}/third` })).status).toBe(424);
      expect((await service.call(getOriginal, { id })).data).toMatchObject({
        state: "unreadable",
        problem: `${far} cannot be read: its volume does not respond.`,
      });
      expect(await states()).toEqual(["unreadable", "unreadable"]);
      // What needs no repository, and other projects.
      expect((await service.call(getProject, { id })).status).toBe(200);
      expect((await service.call(listProjectMergeRequests, { id })).status).toBe(200);
      expect((await service.call(listProjects, {})).status).toBe(200);
      if (nearId !== null) expect((await service.call(listBranches, { id: nearId })).status).toBe(200);
      const away = (await service.call(pollOriginals, { cursor })).data;
      expect(away.changes).toContainEqual(expect.objectContaining({ project_id: id, state: "unreadable" }));
      // One for the volume, and one for the folder that was to be opened.
      expect(volume.maxWaiting() ?? 2).toBe(2);

      expect(volume.isStopped()).toBe(true);
      volume.goOn();
      await vi.waitFor(async () => expect((await service.call(listBranches, { id })).status).toBe(200), {
        timeout: 20_000,
      });
      expect((await service.call(createBranch, { id, branch: "b", ref: "main" })).status).toBe(201);
      expect(await states()).toEqual(["ready", "ready"]);
      const back = (await service.call(pollOriginals, { cursor: away.cursor })).data;
      expect(back.changes).toContainEqual(expect.objectContaining({ project_id: id, state: "ready" }));
    } finally {
      volume.goOn();
      volume.unmount();
    }
  });
});

it.skipIf(!hasBindfs)(
  `a volume that stops responding amid requests stops no other project${hasBindfs ? "" : " (no bindfs on this machine)"}`,
  async () => {
    const volume = mountedVolume();
    const requests = { go: true };
    const loops: Promise<void>[] = [];
    try {
      await volume.mounted();
      const id = await service.open(await makeOriginal(`${volume.folder}/busy`));
      const near = await service.open(await makeOriginal(service.folder("beside")));
      const request = async (operation: typeof listBranches | typeof listCommits) => {
        while (requests.go) await service.call(operation, { id });
      };
      loops.push(...[listBranches, listCommits, listBranches, listCommits].map(request));
      for (let round = 0; round < 4; round++) {
        // At another moment of the requests each time.
        for (let n = 0; n <= round; n++) expect((await service.call(listBranches, { id })).status).toBe(200);
        volume.stop();
        expect((await service.call(listBranches, { id: near })).status).toBe(200);
        expect(volume.isStopped()).toBe(true);
        volume.goOn();
      }
    } finally {
      requests.go = false;
      volume.goOn();
      await Promise.all(loops);
      volume.unmount();
    }
  },
);

it("a volume that is not a disk is read without synchronous calls, which could stop the service", async () => {
  const original = await makeOriginal(service.folder("network"));
  const actual = fs.statfs;
  const network = 0x6969;
  const statfs = vi.spyOn(fs, "statfs").mockImplementation((async (path: string) => ({
    ...(await actual(path)),
    type: network,
  })) as typeof fs.statfs);
  const id = await service.open(original);
  const calls: string[] = [];
  const own = await service.gitFolder(id);
  const record = (name: "statSync" | "accessSync" | "existsSync" | "lstatSync" | "readdirSync") => {
    const spy = vi.spyOn(syncFs, name);
    return () => {
      const paths = spy.mock.calls.map(([path]) => String(path));
      calls.push(...paths.filter((path) => path.startsWith(original) || path.startsWith(`${own}/`)));
      spy.mockRestore();
    };
  };
  const ends = (["statSync", "accessSync", "existsSync", "lstatSync", "readdirSync"] as const).map(record);
  syncBuiltinESMExports();
  try {
    const read = async () => {
      for (const operation of [listBranches, listCommits, getOriginal, listProjectMergeRequests])
        expect((await service.call<AnyOperation>(operation, { id })).status).toBe(200);
    };
    await read();
    await commitInWorktree(original, "later.txt", "later\n");
    await read();
  } finally {
    for (const end of ends) end();
    syncBuiltinESMExports();
    statfs.mockRestore();
  }
  // Whether the volume folds case is found out once.
  expect([...new Set(calls)].filter((path) => !path.endsWith(".GIT"))).toEqual([]);
});
