import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { electronVersion } from "./electron/installed.mjs";
import { root, runNpm } from "./node.mjs";
import { explained } from "./security/explained.mjs";

/**
 * Runs Electronegativity over `electron/desktop`: `npm run security`. It parses no current TypeScript, so it gets the
 * files without their types, line for line. With `--offline` it needs no network, and does not compare Electron with its
 * newest release.
 */
const offline = ["--import", pathToFileURL(join(root, "scripts", "security", "offline.mjs")).href];
const tool = join(root, "scripts", "security");
const program = join(tool, "node_modules", "@doyensec", "electronegativity", "dist", "index.js");
const folder = mkdtempSync(join(tmpdir(), "helve-security-"));
try {
  if (
    !existsSync(program) &&
    runNpm(["ci", "--prefix", tool, "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]) !== 0
  ) {
    throw new Error("Electronegativity could not be installed.");
  }
  writePlain();
  const { missing, stale } = compare(findings());
  for (const { issue, filename, location, description } of missing) {
    console.error(`${issue} in ${basename(filename)}:${location}: ${description}`);
  }
  for (const { check, file } of stale) console.error(`${check} in ${file} is explained, but was not found.`);
  console.log(
    `Electronegativity: ${missing.length} findings without an explanation, ${explained.length} with one.`,
  );
  process.exitCode = missing.length + stale.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function writePlain() {
  const from = join(root, "electron", "desktop");
  for (const path of globSync("**/*.ts", { cwd: from })) {
    if (/\.test\.ts$|^mock[\\/]/.test(path)) continue;
    const to = join(folder, "app", path.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, stripTypeScriptTypes(readFileSync(join(from, path), "utf8")));
  }
  writeFileSync(join(folder, "app", "package.json"), readFileSync(join(root, "package.json")));
}

function findings() {
  // Not CSV, whose first lines it writes twice at a time.
  const report = join(folder, "findings.sarif");
  const args = [program, "-i", join(folder, "app"), "-o", report, "-e", electronVersion()];
  const run = (preload) =>
    spawnSync(process.execPath, [...preload, ...args], { cwd: folder, encoding: "utf8" });
  let result = run(process.argv.includes("--offline") ? offline : []);
  // It crashes on a slow connection.
  if (!existsSync(report)) result = run(offline);
  const { status, stdout, stderr } = result;
  if (!existsSync(report)) throw new Error(`Electronegativity failed (${status}):\n${stdout}${stderr}`);
  const { runs } = JSON.parse(readFileSync(report, "utf8"));
  return runs[0].results.map(({ ruleId, message, locations }) => {
    const { artifactLocation, region } = locations[0].physicalLocation;
    const filename = artifactLocation.uri === "file:///" ? "N/A" : artifactLocation.uri;
    return { issue: ruleId, filename, location: region.startLine, description: message.text };
  });
}

function compare(found) {
  const matches = ({ issue, filename }, { check, file }) =>
    issue === check && basename(filename) === basename(file);
  return {
    missing: found.filter((finding) => !explained.some((entry) => matches(finding, entry))),
    stale: explained.filter((entry) => !found.some((finding) => matches(finding, entry))),
  };
}
