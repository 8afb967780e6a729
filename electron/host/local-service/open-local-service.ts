import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { findProgram } from "../../system/find-program.ts";
import type { LocalService } from "../accounts/accounts.ts";
import type { SupervisedService } from "./supervise-service.ts";

/** The local service of a shell: running, or the reason why it is not. */
interface OpenLocalService extends LocalService {
  /** Resolves when its process has ended. */
  stop(): Promise<void>;
}

/** The address of a service that does not run: nothing listens there. */
const nowhere = "http://127.0.0.1:0";

/**
 * Starts the local service. Its token and socket are those of the process that runs now. Never throws: where git is missing or the process
 * does not start, the app opens all the same, and the account of the local service says why.
 */
export async function openLocalService(
  start: () => Promise<SupervisedService>,
  findObstacle: () => Promise<string | null> = findGitProblem,
): Promise<OpenLocalService> {
  const unavailable = (problem: string): OpenLocalService => ({
    url: nowhere,
    // No service accepts it.
    token: randomUUID(),
    problem,
    stop: async () => undefined,
  });
  const obstacle = await findObstacle();
  if (obstacle) return unavailable(obstacle);
  try {
    const service = await start();
    return {
      url: service.url,
      get token() {
        return service.access().token;
      },
      get socket() {
        return service.access().socket;
      },
      problem: null,
      stop: () => service.stop(),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unavailable(`The local service could not be started: ${reason}`);
  }
}

/**
 * First patch of each version of git that is safe to read others' files with, beginning with the first one with
 * `git merge-tree --write-tree`, which the local service needs. Before, a `.gitattributes` or a format of `git archive`
 * in any repository or bundle runs code (CVE-2022-23521, CVE-2022-41903). Newer versions are safe from their first patch.
 */
const firstPatches: ReadonlyMap<number, number> = new Map([
  [38, 3],
  [39, 1],
]);
const minVersion = "2.38.3";

const howToInstall: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "Install it with `xcode-select --install` or `brew install git`",
  win32: "Install it with `winget install --id Git.Git` or from git-scm.com",
  linux: "Install it with your package manager, for example `sudo apt install git` or `sudo dnf install git`",
};

/**
 * Returns why the local service cannot use this system's git and how to get a newer one, or null where it can.
 * `readVersion` returns what `git --version` prints, or null where there is no git.
 */
export async function findGitProblem(
  readVersion: () => Promise<string | null> = printedVersion,
  platform: NodeJS.Platform = process.platform,
): Promise<string | null> {
  const printed = await readVersion();
  const version = /\b(\d+)\.(\d+)(?:\.(\d+))?[\d.]*/.exec(printed ?? "");
  const help = `${howToInstall[platform] ?? "Install it"}, then start Helve again. Accounts on other services work without it.`;
  if (!version) return `The local service needs git, which was not found on this computer. ${help}`;
  const [text, major, minor = "", patch = "0"] = version;
  const isOld =
    Number(major) < 2 || (Number(major) === 2 && Number(minor) < Math.min(...firstPatches.keys()));
  if (isOld) return `The local service needs git ${minVersion} or newer; this computer has ${text}. ${help}`;
  const first = Number(major) === 2 ? firstPatches.get(Number(minor)) : undefined;
  if (first === undefined || Number(patch) >= first) return null;
  return `The local service needs git 2.${minor}.${first} or newer: in ${text}, which this computer has, a repository that is only read can run programs. ${help}`;
}

function printedVersion(): Promise<string | null> {
  return new Promise<string | null>((resolve) => {
    execFile(findProgram("git"), ["--version"], { timeout: 10_000, windowsHide: true }, (error, stdout) =>
      resolve(error ? null : stdout),
    );
  }).catch(() => null);
}

/**
 * Returns the settings of a shell's local service, whose data is in a folder of the app's. The environment may let its
 * system hooks reach loopback and private addresses.
 */
export const localServiceConfig = (
  data: string,
  environment: Readonly<Record<string, string | undefined>>,
) => ({
  folder: join(data, "service"),
  port: 0,
  sample: true,
  allowLocalHooks: environment.HELVE_ALLOW_LOCAL_HOOKS === "1",
});
