import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const maxBuffer = 64 * 1024 * 1024;

/** Packages of npm that are installed in a folder of their own. */
interface NpmClient {
  readonly name: string;
  readonly packages: readonly string[];
}

/** A package of Debian that is unpacked with its dependencies; `suite` where it is not in the machine's own. */
interface DebianClient {
  readonly name: string;
  readonly suite?: string;
}

/** A client that is not there, and why. */
export class NoClient extends Error {
  override name = "NoClient";
}

const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** Folder of the fetched clients: outside of the project, which they are no part of. */
const cache =
  process.env.HELVE_CLIENTS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "helve/clients");

/** Returns the folder of packages that npm has fetched from where it is set up to. Throws {@link NoClient}. */
export const fetchFromNpm = ({ name, packages }: NpmClient): Promise<string> =>
  fetchOnce(`${name}-npm`, async (folder) => {
    await writeFile(join(folder, "package.json"), "{}");
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], folder);
  });

/**
 * Returns the folder in which a package of Debian and what it depends on are unpacked; nothing is installed. Throws
 * {@link NoClient}.
 */
export const fetchFromDebian = ({ name, suite }: DebianClient): Promise<string> =>
  fetchOnce(`${name}-debian`, async (folder) => {
    const options = suite ? await optionsOfSuite(folder, suite) : [];
    const { stdout } = await run(
      "apt-get",
      ["--simulate", "--no-install-recommends", "install", name],
      folder,
    ).catch(() => ({ stdout: `Inst ${name} ` }));
    const missing = new Set([name, ...[...stdout.matchAll(/^Inst (\S+) /gm)].map(([, each = ""]) => each)]);
    await run("apt-get", [...options, "-o", "APT::Sandbox::User=root", "download", ...missing], folder);
    for (const file of await readdir(folder))
      if (file.endsWith(".deb")) await run("dpkg", ["-x", file, "root"], folder);
  });

/** Reads the lists of another suite of the mirror that apt is set up with. Returns apt's options for it. */
async function optionsOfSuite(folder: string, suite: string): Promise<string[]> {
  const format = ["indextargets", "--format", "$(SITE) $(COMPONENT)", "Created-By: Packages"];
  const { stdout } = await run("apt-get", format, folder);
  const site = /^(\S+\/debian\/?) main$/m.exec(stdout)?.[1];
  if (!site || !existsSync(keyring)) throw new NoClient("apt has no mirror of Debian");
  await mkdir(join(folder, "lists/partial"), { recursive: true });
  await mkdir(join(folder, "archives/partial"), { recursive: true });
  await writeFile(join(folder, "sources.list"), `deb [signed-by=${keyring}] ${site} ${suite} main\n`);
  const options = [
    ["Dir::Etc::sourcelist", join(folder, "sources.list")],
    ["Dir::Etc::sourceparts", "/dev/null"],
    ["Dir::State::lists", join(folder, "lists")],
    ["Dir::Cache", folder],
  ].flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  await run("apt-get", [...options, "-o", "APT::Sandbox::User=root", "update"], folder);
  return options;
}

/** Fills a folder of the cache once. What fails leaves nothing behind. */
async function fetchOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part-${process.pid}`;
  await mkdir(part, { recursive: true });
  try {
    await fill(part);
    await rename(part, folder);
    return folder;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error instanceof NoClient
      ? error
      : new NoClient(`It could not be fetched: ${String(error).slice(0, 500)}`);
  }
}

const run = (program: string, args: readonly string[], cwd: string) =>
  execute(program, args, { cwd, maxBuffer, timeout: 300_000 });
