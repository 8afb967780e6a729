import { gitTextIn } from "../../../electron/service/git/testing/test-repository.ts";
import { residentMemory } from "../measuring/browser.ts";
import { type LargeProject, read, startMeasuredService } from "./running-service.ts";

/** Megabytes of the service's own process, without the git processes that it runs. */
interface MemoryUse {
  readonly when: string;
  readonly megabytes: number;
}

const reads = 20_000;
const lanes = 8;

const lines = async (folder: string, ...args: string[]) =>
  (await gitTextIn(folder, args)).split("\n").filter(Boolean);

/** Addresses of 20,000 reads as in a day of browsing: few of them twice. */
async function addresses({ repository }: LargeProject): Promise<string[]> {
  const commits = await lines(repository, "rev-list", "--max-count=4000", "main");
  const entries = (await gitTextIn(repository, ["ls-tree", "-r", "-z", "main"])).split("\0").filter(Boolean);
  const blobs = entries.map((entry) => entry.split(/[ \t]/)[2] ?? "");
  const paths = entries.map((entry) => entry.slice(entry.indexOf("\t") + 1));
  const cached = [
    (n: number) => `blobs/${blobs[n % blobs.length]}/raw`,
    (n: number) => `tree?ref=${commits[(n * 5) % commits.length]}&path=src&per_page=100`,
    (n: number) => `blobs/${blobs[(n * 13) % blobs.length]}`,
    () => "branches?per_page=100",
  ];
  // A read that starts a git process, once in twenty reads.
  const walks = [
    (n: number) => `files/${encodeURIComponent(paths[n % paths.length] ?? "")}?ref=${commits[n % 50]}`,
    (n: number) => `commits?ref_name=${commits[n % commits.length]}&per_page=40`,
    (n: number) => `commits/${commits[(n * 3) % commits.length]}/diff`,
    (n: number) => `tree?ref=${commits[(n * 11) % commits.length]}&recursive=true&per_page=100`,
    (n: number) => `compare?from=main~${n % 60}&to=main`,
  ];
  const address = (n: number) => {
    const kinds = n % 20 === 0 ? walks : cached;
    return kinds[Math.floor(n / (n % 20 === 0 ? 20 : 1)) % kinds.length]?.(Math.floor(n / 7)) ?? "";
  };
  return Array.from({ length: reads }, (_, n) => address(n));
}

/** Measures the memory of a service over an empty folder, over the project, and while 20,000 reads go by. */
export async function measureMemory(project: LargeProject, empty: string): Promise<MemoryUse[]> {
  const found: MemoryUse[] = [];
  const idle = await startMeasuredService(empty);
  await read(`${idle.url}/api/v4/projects`);
  found.push({ when: "started, empty", megabytes: await residentMemory(idle.pid) });
  await idle.stop();
  const service = await startMeasuredService(project.folder);
  const url = `${service.url}/api/v4/projects/1/repository/`;
  const all = await addresses(project);
  let next = 0;
  const recordMemory = async (when: string) => {
    const megabytes = await residentMemory(service.pid);
    console.error(`${when}: ${megabytes} MB`);
    found.push({ when, megabytes });
  };
  try {
    for (let quarter = 1; quarter <= 4; quarter++) {
      const end = (reads / 4) * quarter;
      const lane = async () => {
        while (next < end) await read(url + all[next++]);
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      await recordMemory(`after ${end.toLocaleString("en")} reads`);
    }
  } finally {
    await service.stop();
  }
  return found;
}
