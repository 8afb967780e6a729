import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCommit } from "../../../../shared/api/resources/commits.ts";
import { rounds } from "../../../../shared/testing/rounds.ts";
import {
  commitInWorktree,
  makeOriginal,
  type OpenedService,
  openedService,
  startInProcess,
  terminal,
} from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";
import { runSideBySide, stepsOf } from "./testing/side-by-side.ts";

describe("two clients", () => {
  let services: readonly OpenedService[];
  beforeAll(async () => {
    services = await Promise.all([openedService(), openedService()]);
  });
  afterAll(() => Promise.all(services.map((service) => service.close())));

  /** Commits that each of the three tries to make, and how often a commit of the terminal is tried. */
  const rounds = 4;
  const maxTries = 400;

  /** Commits in the terminal as often as git's locks let it. */
  async function commitInTerminal(folder: string, name: string): Promise<string> {
    for (let left = maxTries; ; left--) {
      try {
        return await commitInWorktree(folder, name, `${name}\n`, name);
      } catch (error) {
        if (left === 0) throw error;
      }
    }
  }

  it("loses no commit of a terminal and of two services that write to one checked-out branch at once", async () => {
    const folder = await makeOriginal(services[0]?.folder("contested") ?? "");
    const before = Number(await terminal(folder, "rev-list", "--count", "main"));
    const made: string[] = [];
    const inHelve = async (service: OpenedService, client: number) => {
      const id = await service.open(folder);
      for (let round = 0; round < rounds; round++) {
        const name = `service-${client}-${round}.txt`;
        const { status, body } = await service.call(createCommit, {
          id,
          branch: "main",
          commit_message: name,
          actions: [{ action: "create", file_path: name, content: `${name}\n` }],
          update_worktree: true,
        });
        if (status === 201) made.push(name);
        // Somebody else was faster, or has the lock, or has staged something.
        else expect([400, 423], JSON.stringify(body)).toContain(status);
      }
    };
    const inTerminal = async () => {
      for (let round = 0; round < rounds; round++) {
        const name = `terminal-${round}.txt`;
        await commitInTerminal(folder, name);
        made.push(name);
      }
    };
    await Promise.all([...services.map(inHelve), inTerminal()]);
    // Each commit made exactly its own file, and none is missing.
    const log = await terminal(folder, "log", "--format=%x00%s", "--name-only", `-${made.length}`, "main");
    const commits = log.split("\0").slice(1);
    const changes = commits.map((commit) => commit.split("\n").filter(Boolean));
    expect(changes.map(([subject, ...files]) => [subject, files])).toEqual(
      changes.map(([subject]) => [subject, [subject]]),
    );
    expect(changes.map(([subject]) => subject).toSorted()).toEqual(made.toSorted());
    expect(Number(await terminal(folder, "rev-list", "--count", "main"))).toBe(before + made.length);
    expect(await terminal(folder, "status", "--porcelain")).toBe("");
    await terminal(folder, "fsck", "--full", "--strict");
  });
});

describe("side by side", () => {
  /** The long form is `npm run soak -- local`. */
  const steps = rounds(60, 15);

  const service = openedServiceForTests(startInProcess);

  it("leaves every ref at the commit that git or the user's own operation set", async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(stepsOf(steps), async (taken) => {
        const counts = await runSideBySide(service, `side-by-side-${++runs}`, taken);
        expect(counts.moved).toBeGreaterThan(0);
      }),
      { numRuns: rounds(2), endOnFailure: true },
    );
  }, 300_000);
});
