import { execFile } from "node:child_process";
import { findProgram } from "../../system/find-program.ts";

/** First version of git with `git merge-tree --write-tree`, which the local service needs. */
const minVersion = { major: 2, minor: 38 } as const;

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
  const version = /\b(\d+)\.(\d+)[\d.]*/.exec(printed ?? "");
  const help = `${howToInstall[platform] ?? "Install it"}, then start Helve again. Accounts on other services work without it.`;
  if (!version) return `The local service needs git, which was not found on this computer. ${help}`;
  const [text, major, minor] = version;
  if (
    Number(major) > minVersion.major ||
    (Number(major) === minVersion.major && Number(minor) >= minVersion.minor)
  )
    return null;
  return `The local service needs git ${minVersion.major}.${minVersion.minor} or newer; this computer has ${text}. ${help}`;
}

function printedVersion(): Promise<string | null> {
  return new Promise<string | null>((resolve) => {
    execFile(findProgram("git"), ["--version"], { timeout: 10_000, windowsHide: true }, (error, stdout) =>
      resolve(error ? null : stdout),
    );
  }).catch(() => null);
}
