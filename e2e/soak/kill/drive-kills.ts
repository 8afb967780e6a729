import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { makeOriginal } from "../../../electron/service/domain/originals/testing/opened-service.ts";
import { findProject } from "../../../electron/service/store/projects/projects.ts";
import { openStore } from "../../../electron/service/store/schema/open-store.ts";
import { startReceiver } from "../../../electron/service/testing/hook-receiver.ts";
import { makeProjectWithJobs } from "../../../electron/service/testing/open-test-store.ts";
import { seeded } from "../../../electron/service/testing/seeded.ts";
import {
  type Action,
  type ActionContext,
  actions,
  type Confirmed,
  call,
  countConfirmed,
  NoReply,
  nothingConfirmed,
  push,
  WrongReply,
} from "./actions.ts";
import { type Killable, killAtStart, startHost, startKillableService } from "./killable.ts";
import { halves, missing } from "./verify.ts";

interface KillOptions {
  readonly kills: number;
  /** Minutes after which no further kill is made. */
  readonly minutes: number;
  readonly seed: number;
  /** Bytes of a pushed file. */
  readonly pushBytes: number;
  /** Run what `vite.browser.config.ts` has bundled, and kill the host, too. */
  readonly isBundled: boolean;
  /** Called after each kill. */
  readonly report?: (done: number, broken: readonly string[]) => void;
}

interface KillFigures {
  readonly kills: Readonly<Record<string, number>>;
  readonly confirmed: Readonly<Record<string, number>>;
  readonly unanswered: number;
  readonly deliveries: number;
  readonly broken: readonly string[];
}

const token = "hlv-administrator-of-the-kills";
const projectIds = z.array(z.looseObject({ id: z.int() }));
/** Clients that write at once. */
const clients = 4;
/** Milliseconds from the start of the clients to the kill, at most. */
const maxLoadMs = 2_500;
/** The same where one of them pushes many bytes. */
const maxPushMs = 6_000;

const jobs = `build:
  only: [/^ci-/]
  script: [echo built]
test:
  only: [/^ci-/]
  needs: [build]
  script: [echo tested]
`;

/**
 * Kills the service, the host and git at random moments while clients write, and looks after each start for all that was
 * confirmed. At the end nothing may be half done.
 */
export async function driveKills(options: KillOptions): Promise<KillFigures> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "helve-kills-")));
  const folder = join(root, "service");
  const receiver = await startReceiver();
  try {
    const drive = new Drive(options, root, folder, await prepare(root, folder), receiver);
    return await drive.run();
  } finally {
    await receiver.close();
    rmSync(root, { recursive: true, force: true });
  }
}

interface Prepared {
  readonly projectId: number;
  readonly projectPath: string;
  readonly clone: string;
  readonly original: string;
}

async function prepare(root: string, folder: string): Promise<Prepared> {
  const projectId = await makeProjectWithJobs(folder);
  const store = openStore(folder);
  const projectPath = findProject(store, projectId)?.fullPath ?? "";
  store.close();
  const clone = join(root, "clone");
  mkdirSync(clone);
  const git = (...args: string[]) => execFileSync("git", ["-C", clone, ...args], { stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Clone");
  git("config", "user.email", "clone@example.test");
  git("commit", "--quiet", "--allow-empty", "--message", "First");
  return { projectId, projectPath, clone, original: await makeOriginal(join(root, "original")) };
}

class Drive {
  readonly #options: KillOptions;
  readonly #root: string;
  readonly #folder: string;
  readonly #prepared: Prepared;
  readonly #receiver: Awaited<ReturnType<typeof startReceiver>>;
  readonly #random;
  readonly #confirmed: Confirmed = nothingConfirmed();
  readonly #broken: string[] = [];
  readonly #kills: Record<string, number> = { service: 0, "service at its start": 0, host: 0, git: 0 };
  #unanswered = 0;
  #number = 0;
  #gitKilledAt = 0;

  constructor(
    options: KillOptions,
    root: string,
    folder: string,
    prepared: Prepared,
    receiver: Awaited<ReturnType<typeof startReceiver>>,
  ) {
    this.#options = options;
    this.#root = root;
    this.#folder = folder;
    this.#prepared = prepared;
    this.#receiver = receiver;
    this.#random = seeded(options.seed);
  }

  async run(): Promise<KillFigures> {
    await this.#setUp();
    const total = () => Object.values(this.#kills).reduce((sum, each) => sum + each, 0);
    const until = Date.now() + this.#options.minutes * 60_000;
    // A short run goes on until it has something to keep.
    const hasNothing = () => Object.values(countConfirmed(this.#confirmed)).every((count) => count === 0);
    while ((total() < this.#options.kills || hasNothing()) && Date.now() < until) {
      await this.#round().catch((error: unknown) => this.#broken.push(String(error)));
      this.#options.report?.(total(), this.#broken);
      if (this.#broken.length > 50) break;
    }
    await this.#settle();
    return {
      kills: this.#kills,
      confirmed: countConfirmed(this.#confirmed),
      unanswered: this.#unanswered,
      deliveries: this.#receiver.received.length,
      broken: this.#broken,
    };
  }

  #start = (): Promise<Killable> => startKillableService(this.#folder, token, this.#options.isBundled);

  async #setUp(): Promise<void> {
    const service = await this.#start();
    const hook = {
      url: `${this.#receiver.url}/ok`,
      push_events: true,
      tag_push_events: true,
      merge_requests_events: true,
    };
    await call(service, "POST", "/hooks", hook);
    await call(service, "POST", `/projects/${this.#prepared.projectId}/repository/commits`, {
      branch: "main",
      commit_message: "Add jobs",
      actions: [{ action: "create", file_path: ".gitlab-ci.yml", content: jobs }],
    });
    await service.stop();
  }

  async #round(): Promise<void> {
    const random = this.#random;
    if (random.chance(0.08)) {
      await killAtStart(this.#folder, token, this.#options.isBundled, random.below(1_500));
      this.#kills["service at its start"] = (this.#kills["service at its start"] ?? 0) + 1;
      return;
    }
    const ofHost = this.#options.isBundled && random.chance(0.12);
    const program = ofHost ? await startHost(this.#root) : await this.#start();
    try {
      await this.#loadAndKill(program, ofHost);
    } finally {
      await program.kill(true);
    }
  }

  async #loadAndKill(program: Killable, ofHost: boolean): Promise<void> {
    const random = this.#random;
    this.#broken.push(...(await missing(program, this.#prepared.projectId, this.#confirmed, 3)));
    const stopping = { begun: false };
    const pushes = random.chance(0.2);
    const load = Array.from({ length: clients }, (_, index) =>
      this.#client(program, stopping, pushes && index === 0),
    );
    await delay(random.below(pushes ? maxPushMs : maxLoadMs) + 50);
    const gitKillsBefore = this.#kills.git ?? 0;
    const killsGit = !ofHost && !pushes && random.chance(0.6);
    while (killsGit && random.chance(0.85)) {
      if (program.killGit() > 0) this.#kills.git = (this.#kills.git ?? 0) + 1;
      this.#gitKilledAt = Date.now();
      await delay(random.below(300));
    }
    stopping.begun = true;
    // The service of a killed host ends by itself; a killed service leaves its git now and then.
    await program.kill(!ofHost && random.chance(0.5));
    const killed = ofHost ? "host" : "service";
    this.#kills[killed] = (this.#kills[killed] ?? 0) + 1;
    await Promise.all(load);
    const noise = program.log.join("").trim();
    // Errors of a git that was killed are printed.
    if (noise !== "" && this.#kills.git === gitKillsBefore)
      this.#broken.push(`printed: ${noise.slice(0, 500)}`);
  }

  async #client(program: Killable, stopping: { readonly begun: boolean }, pushes: boolean): Promise<void> {
    while (!stopping.begun) {
      const number = ++this.#number;
      const startedAt = Date.now();
      const action: Action = pushes ? push : this.#random.pick(actions);
      const context: ActionContext = {
        ...this.#prepared,
        program,
        confirmed: this.#confirmed,
        random: this.#random,
        token,
        pushBytes: this.#options.pushBytes,
        number,
      };
      try {
        await action(context);
      } catch (error) {
        this.#unanswered++;
        if (error instanceof NoReply) {
          if (stopping.begun) return;
          await delay(50);
        } else if (!(error instanceof WrongReply)) throw error;
        // A request that needed a git that was killed fails, and says so.
        else if (this.#gitKilledAt < startedAt - 100) this.#broken.push(error.message);
      }
    }
  }

  /** Lets the service do what it owes, and looks at all of its data. */
  async #settle(): Promise<void> {
    const { projectId } = this.#prepared;
    const service = await this.#start();
    this.#broken.push(...(await missing(service, projectId, this.#confirmed, 10_000)));
    await this.#idle();
    await this.#writeEverywhere(service);
    await this.#idle();
    await service.stop();
    for (const event of this.#owed().slice(0, 10)) this.#broken.push(`no event of ${event}`);
    this.#broken.push(...this.#twice());
    this.#broken.push(...(await halves(this.#folder, this.#confirmed)));
  }

  /** Resolves once nothing is due any more, or after a minute. */
  async #idle(): Promise<void> {
    const isOwed = () => this.#owed().length > 0;
    for (let round = 0; round < 600 && (isOwed() || this.#isBusy()); round++) await delay(100);
  }

  /** Writes once to every repository: what a killed git has left there is cleared before the next writer. */
  async #writeEverywhere(service: Killable): Promise<void> {
    const write = async (path: string, body?: object) => {
      const { status, body: text } = await call(service, body ? "POST" : "GET", path, body);
      if (status === 0 || status >= 300)
        this.#broken.push(`at the end, ${path}: ${status} ${text.slice(0, 200)}`);
      return text;
    };
    const projects = projectIds.parse(JSON.parse(await write("/projects?per_page=100")));
    for (const { id } of projects) {
      await write(`/projects/${id}/repository/branches`, { branch: "settled", ref: "main" });
      await write(`/projects/${id}/wikis`, { title: "settled", content: "settled" });
    }
  }

  #isBusy(): boolean {
    const store = openStore(this.#folder);
    try {
      return [
        "SELECT 1 FROM outbox",
        "SELECT 1 FROM folder_removals",
        "SELECT 1 FROM groups WHERE deletion_requested_at IS NOT NULL",
        "SELECT 1 FROM hook_deliveries WHERE state = 'pending'",
        "SELECT 1 FROM jobs WHERE status IN ('created', 'pending', 'running')",
      ].some((sql) => store.get(sql) !== undefined);
    } finally {
      store.close();
    }
  }

  #delivered = (): { readonly key: string; readonly event: string; readonly project: string }[] =>
    this.#receiver.received.flatMap(({ headers, body }) =>
      body.event_name === "push"
        ? [
            {
              key: String(headers["idempotency-key"]),
              event: `${body.ref} ${body.after}`,
              project: String(body.project_id),
            },
          ]
        : [],
    );

  #owed(): string[] {
    const delivered = new Set(this.#delivered().map(({ event }) => event));
    return [...this.#confirmed.events].filter((event) => !delivered.has(event));
  }

  /** Returns events that came under more than one key: a receiver could not recognise them. */
  #twice(): string[] {
    const keys = new Map<string, string>();
    return this.#delivered().flatMap(({ key, event, project }) => {
      // Two projects may have the same commit.
      const ofProject = `${project}: ${event}`;
      const first = keys.get(ofProject) ?? key;
      keys.set(ofProject, first);
      return first === key ? [] : [`two events of ${ofProject}`];
    });
  }
}
