import { gitIn, gitTextIn } from "../../../electron/service/git/testing/test-repository.ts";
import { type RealWorkload, realHistory, realWorkloads } from "./real-history.ts";
import { type LargeProject, largeProject, read, restore, startMeasuredService } from "./running-service.ts";
import { clock, percentile, type Timing, toTiming } from "./timing.ts";

/** Milliseconds after which no further round of a workload begins, once there were {@link fewestRounds}. */
const budgetMs = 15_000;
const fewestRounds = 3;

/** One workload's milliseconds. */
interface RealRow {
  readonly name: string;
  readonly git: Timing;
  readonly api: Timing;
  /** Until the first bytes of the response's body. */
  readonly firstBytes: number;
}

/** Makes the repository, or finds it, without the caches of an earlier run of the service. */
export async function realProject(cache: string): Promise<LargeProject> {
  const project = await largeProject(cache, "real", realHistory);
  await restore(project);
  return project;
}

const lines = async (folder: string, ...args: string[]): Promise<string[]> =>
  (await gitTextIn(folder, args)).split("\n").filter(Boolean);

/** Measures the service beside git, in turns: the workloads that are `wanted`. Prints each as it is there. */
export async function measureReal(
  { folder, repository }: LargeProject,
  rounds: number,
  wanted: (name: string) => boolean,
): Promise<RealRow[]> {
  const commits = await lines(repository, "rev-list", "--first-parent", "main");
  const step = Math.max(1, Math.floor(commits.length / 997));
  const info = {
    commits: commits.slice(0, -2).filter((_, index) => index % step === 0),
    tips: await lines(repository, "for-each-ref", "--format=%(objectname)", "refs/heads/"),
  };
  const service = await startMeasuredService(folder);
  try {
    const rows: RealRow[] = [];
    for (const workload of realWorkloads(info)) {
      if (!wanted(workload.name)) continue;
      const row = await measureOne(`${service.url}/api/v4/`, repository, workload, rounds);
      const { name, git: own, api } = row;
      console.error(`${name}: git ${ms(own.p50)} ms, service ${ms(api.p50)} ms, ${times(row)} times git`);
      rows.push(row);
    }
    return rows;
  } finally {
    await service.stop();
  }
}

async function measureOne(
  url: string,
  repository: string,
  workload: RealWorkload,
  rounds: number,
): Promise<RealRow> {
  const [api, own, first]: [number[], number[], number[]] = [[], [], []];
  const runGit = async (round: number) => {
    for (const args of workload.git(round)) await gitIn(repository, args);
  };
  // The first round warms the disk's cache and starts the processes that stay open.
  await read(url + workload.path(0));
  await runGit(0);
  const began = performance.now();
  const isTime = (round: number) => round <= fewestRounds || performance.now() - began < budgetMs;
  for (let round = 1; round <= rounds && isTime(round); round++) {
    own.push(await clock(() => runGit(round)));
    api.push(
      await clock(async () => {
        first.push((await read(url + workload.path(round))).first);
      }),
    );
  }
  return { name: workload.name, git: toTiming(own), api: toTiming(api), firstBytes: percentile(first, 0.5) };
}

const times = ({ api, git: own }: RealRow): string => (api.p50 / own.p50).toFixed(2);
const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** Prints milliseconds, and how often git's time. */
export function printReal(rows: readonly RealRow[]): void {
  console.table(
    rows.map((row) => ({
      workload: row.name,
      "git p50": ms(row.git.p50),
      p50: ms(row.api.p50),
      p95: ms(row.api.p95),
      "first bytes": ms(row.firstBytes),
      "times git": times(row),
    })),
  );
}
