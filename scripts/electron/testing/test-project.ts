import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { getHostArch } from "@electron/get";
import { z } from "zod";

const here = join(import.meta.dirname, "..", "..", "..");
const version = "45.0.0";
const executable =
  process.platform === "darwin"
    ? "Electron.app/Contents/MacOS/Electron"
    : process.platform === "win32"
      ? "electron.exe"
      : "electron";

const message = z.looseObject({
  type: z.string(),
  kind: z.string().optional(),
  message: z.string().optional(),
});
type Message = z.output<typeof message>;

/**
 * A project of its own with Helve's real scripts, `@electron/get` and Electron's installer, over a small archive that
 * replaces Electron's: a zip with its executable, whose checksum is in the package.
 */
export function createTestProject() {
  const folder = mkdtempSync(join(tmpdir(), "helve-electron-"));
  const electron = join(folder, "node_modules", "electron");
  const real = join(here, "node_modules");
  const file = `electron-v${version}-${process.platform}-${getHostArch()}.zip`;
  archive ??= makeArchive(folder);
  mkdirSync(electron, { recursive: true });
  // Without the packages of the scanner.
  const isOwn = (path: string) => basename(path) !== "node_modules";
  cpSync(join(here, "scripts"), join(folder, "scripts"), { recursive: true, filter: isOwn });
  for (const name of ["@electron", "@electron-internal"]) {
    symlinkSync(join(real, name), join(folder, "node_modules", name), "junction");
  }
  cpSync(join(real, "electron", "install.js"), join(electron, "install.js"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(electron, "package.json"), JSON.stringify({ version }));
  const sha256 = createHash("sha256").update(archive).digest("hex");
  writeFileSync(join(electron, "checksums.json"), JSON.stringify({ [file]: sha256 }));
  return {
    folder,
    archive,
    file,
    cache: join(folder, "cache"),
    notes: join(folder, "data"),
    executable: join(electron, "dist", executable),
    /** Runs the download as `npm start` does and resolves with everything that it reported. */
    fetch: (mirror: string, ...flags: string[]) => runFetch(folder, mirror, flags),
    /** Runs the choice of the shell in a process of its own, as `npm start` makes it. */
    choose: (mirror: string, options: object) => runChoice(folder, mirror, options),
    isInstalled: () => existsSync(join(electron, "dist", executable)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The same for every project of a test file: git has to make it only once. */
let archive: Buffer | undefined;

/** A zip made by git, which every machine that builds Helve has. Its content cannot be compressed. */
function makeArchive(folder: string): Buffer {
  const tree = join(folder, "tree");
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(join(tree, path, ".."), { recursive: true });
    writeFileSync(join(tree, path), content);
  };
  put("version", version);
  put("filler", randomBytes(200_000));
  put(executable, "#!/bin/sh\necho a program\n");
  chmodSync(join(tree, executable), 0o755);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: tree });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  git("archive", "--format=zip", "-o", join(folder, "archive.zip"), "HEAD");
  rmSync(tree, { recursive: true, force: true });
  return readFileSync(join(folder, "archive.zip"));
}

async function runChoice(folder: string, mirror: string, options: object) {
  const program = `
    import { chooseShell } from "./scripts/electron/choose-shell.mjs";
    const obstacles = { session: () => null, sandbox: () => null };
    const { electron, download } = await chooseShell({ ...${JSON.stringify({ ...options, folder: join(folder, "data") })}, obstacles });
    console.log(JSON.stringify({ electron, downloads: download !== null }));
    console.log(JSON.stringify((await download?.outcome) ?? null));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: mirrorEnv(folder, mirror),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

const mirrorEnv = (folder: string, mirror: string) => ({
  ...process.env,
  ELECTRON_MIRROR: mirror,
  electron_config_cache: join(folder, "cache"),
});

function runFetch(folder: string, mirror: string, flags: readonly string[]): Promise<Message[]> {
  const messages: Message[] = [];
  const child = spawn(
    process.execPath,
    [join(folder, "scripts", "electron", "fetch.mjs"), `--notes=${join(folder, "data")}`, ...flags],
    {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: mirrorEnv(folder, mirror),
    },
  );
  child.on("message", (raw) => messages.push(message.parse(raw)));
  return new Promise((resolve) => child.once("close", () => resolve(messages)));
}
