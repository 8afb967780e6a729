import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { listPackage, statFile } from "@electron/asar";
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from "@electron/fuses";

/**
 * Megabytes that Helve may add to Electron: the archive, the keychain's native part and the notices, without the
 * dictionaries. They grow with what Helve is made of, not by accident.
 */
const maxOwnMb = 25;

const required = [
  "dist/desktop/main.cjs",
  "dist/desktop/preload.cjs",
  "dist/desktop/service.cjs",
  "dist/desktop/trace-worker.cjs",
  "dist/desktop/cache-thread.cjs",
  "dist/desktop/ci-thread.cjs",
  "dist/desktop/input-thread.cjs",
  "dist/desktop/hook-thread.cjs",
  "dist/renderer/index.html",
  "package.json",
  "LICENSE",
];

/** Files that must not be in a package: sources, maps, tests, and packages other than the keychain's. */
const forbidden = [
  { pattern: /\.map$/, what: "a source map" },
  { pattern: /\.tsx?$/, what: "a source file" },
  { pattern: /\.test\./, what: "a test" },
  { pattern: /(^|\/)(\.env|\.npmrc|\.git)(\/|$)/, what: "a private file" },
  {
    pattern: /^node_modules\/(?!@napi-rs(\/keyring[^/]*)?(\/|$)).+/,
    what: "a package that is bundled or for development",
  },
];

const fuses = {
  [FuseV1Options.RunAsNode]: FuseState.DISABLE,
  [FuseV1Options.EnableCookieEncryption]: FuseState.ENABLE,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
  [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
  [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: FuseState.DISABLE,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
};

/**
 * Inspects an unpacked app: the contents of its archive, the files beside it, its size and its fuses. Returns every
 * problem as a sentence, none for an app that may be released. `resources` and `executable` are paths of the app.
 */
export async function inspectApp({ resources, executable, dictionaries = true }) {
  const archive = join(resources, "app.asar");
  if (!existsSync(archive)) return [`${archive} is missing.`];
  const paths = listPackage(archive, { isPack: false }).map((path) =>
    path.replaceAll("\\", "/").replace(/^\//, ""),
  );
  const problems = required
    .filter((path) => !paths.includes(path))
    .map((path) => `The archive has no ${path}.`);
  for (const path of paths) {
    const found = forbidden.find(({ pattern }) => pattern.test(path));
    if (found) problems.push(`The archive has ${found.what}: ${path}.`);
  }
  const native = paths.filter((path) => path.endsWith(".node"));
  if (native.length === 0) problems.push("The keychain's native part is missing.");
  for (const path of native) {
    if (!statFile(archive, path).unpacked)
      problems.push(`${path} is in the archive, from where no system loads it.`);
  }
  // A universal app of macOS has a native part for each processor.
  const unpacked = sizeOf(`${archive}.unpacked`) / Math.max(1, native.length);
  const size = (statSync(archive).size + unpacked + sizeOf(join(resources, "notices"))) / 1_000_000;
  if (size > maxOwnMb) problems.push(`Helve adds ${size.toFixed(1)} MB to Electron, more than ${maxOwnMb}.`);
  for (const name of ["sbom.cdx.json", "THIRD-PARTY-LICENSES.txt"]) {
    if (!existsSync(join(resources, "notices", name))) problems.push(`notices/${name} is missing.`);
  }
  const words = join(resources, "dictionaries");
  if (dictionaries && (!existsSync(words) || readdirSync(words).length === 0))
    problems.push("No dictionary is packed.");
  return [...problems, ...(await fuseProblems(executable))];
}

/** Returns the bytes of a folder's files, 0 where it is not there. */
function sizeOf(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

async function fuseProblems(executable) {
  const wire = await getCurrentFuseWire(executable);
  if (wire.version !== FuseVersion.V1) return [`The fuses have version ${wire.version}.`];
  return Object.entries(fuses)
    .filter(([fuse, state]) => wire[fuse] !== state)
    .map(([fuse]) => `The fuse ${FuseV1Options[fuse]} is not set as it should be.`);
}

/** Finds the unpacked apps that electron-builder left in its output folder, with the paths that `inspectApp` needs. */
export function unpackedApps(output) {
  if (!existsSync(output)) return [];
  return readdirSync(output).flatMap((name) => {
    const folder = join(output, name);
    if (/^linux.*unpacked$/.test(name))
      return [{ name, resources: join(folder, "resources"), executable: join(folder, "helve") }];
    if (/^win.*unpacked$/.test(name))
      return [{ name, resources: join(folder, "resources"), executable: join(folder, "Helve.exe") }];
    const bundle = join(folder, "Helve.app");
    if (!/^mac/.test(name) || !existsSync(bundle)) return [];
    return [{ name, resources: join(bundle, "Contents", "Resources"), executable: bundle }];
  });
}
