import { spawnSync } from "node:child_process";
import { on } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { extractAll } from "@electron/asar";
import { electronVersion } from "../electron/installed.mjs";
import { root } from "../node.mjs";
import { inspectApp, unpackedApps } from "./inspect.mjs";
import { writeNotices } from "./notices.mjs";

/** Bytes that `@electron/fuses` finds in an executable: a mark, the version of the wire, its length, and the fuses. */
const fuseMark = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/**
 * Packs the built app for Linux over a substitute for Electron's files, and inspects the result.
 * Shows the layout, not that it runs. Then spoils the package and expects every fault to be found.
 */
const folder = mkdtempSync(join(tmpdir(), "helve-pack-"));
try {
  const output = join(folder, "release");
  pack(output);
  const [app] = unpackedApps(output);
  if (!app) throw new Error("Nothing was packed");
  expectProblems(await inspectApp({ ...app, dictionaries: false }), []);
  expectFiles(join(output, app.name), [
    "helve",
    "resources/notices/sbom.cdx.json",
    "resources/notices/THIRD-PARTY-LICENSES.txt",
    "usr/share/metainfo/dev.helve.app.metainfo.xml",
    "LICENSES.chromium.html",
  ]);
  const locales = readdirSync(join(output, app.name, "locales"));
  if (locales.includes("de.pak")) throw new Error("Languages that the app does not have were packed");
  expectProblems(await inspectApp(app), [/No dictionary/]);
  await expectThreadStarts(join(app.resources, "app.asar"));
  rmSync(join(app.resources, "notices"), { recursive: true });
  // Turns the fuse back on with which the executable can run as plain Node.
  const executable = readFileSync(app.executable);
  const at = executable.indexOf(fuseMark) + 34;
  executable[at] = "1".charCodeAt(0);
  writeFileSync(app.executable, executable);
  expectProblems(await inspectApp({ ...app, dictionaries: false }), [/sbom/, /LICENSES/, /RunAsNode/]);
  console.log(
    "The packed layout is as it should be (packed over a substitute for Electron; nothing of it was run).",
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs the thread that reads logs from the archive alone: all of its modules must be in there. Electron starts threads
 * from its archive by the same path; here the archive is extracted first.
 */
async function expectThreadStarts(archive) {
  const extracted = join(folder, "extracted");
  extractAll(archive, extracted);
  const thread = new Worker(join(extracted, "dist", "desktop", "trace-worker.cjs"), { env: {} });
  try {
    const query = { text: "b", regex: false, matchCase: false, word: false };
    thread.postMessage({ type: "call", id: 1, method: "ranges", input: { texts: ["abc"], from: 0, query } });
    for await (const [reply] of on(thread, "message", { signal: AbortSignal.timeout(60_000) })) {
      if (reply.type === "started") continue;
      const found = JSON.stringify(reply.value);
      if (found !== '[{"line":0,"ranges":[[1,2]]}]') throw new Error(`The packed thread returned ${found}`);
      return;
    }
  } finally {
    await thread.terminate();
  }
}

function pack(output) {
  const electron = join(folder, "electron");
  writeSubstitute(electron);
  if (!existsSync(join(root, "dist", "notices"))) writeNotices(join(root, "dist", "notices"));
  mkdirSync(join(root, "dist", "dictionaries"), { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules", "electron-builder", "cli.js"),
      "--linux",
      "dir",
      `-c.electronDist=${electron}`,
      `-c.directories.output=${output}`,
    ],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`electron-builder failed:\n${`${stdout}${stderr}`.slice(-2_000)}`);
}

function expectProblems(found, expected) {
  const unexpected = found.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
  const missing = expected.filter((pattern) => !found.some((problem) => pattern.test(problem)));
  if (unexpected.length + missing.length === 0) return;
  throw new Error(
    `Found: ${found.join(" ")}\nNot expected: ${unexpected.join(" ")}\nNot found: ${missing.join(" ")}`,
  );
}

function expectFiles(base, paths) {
  for (const path of paths) if (!existsSync(join(base, path))) throw new Error(`${path} was not packed`);
}

/**
 * Writes a substitute for Electron's distribution on Linux, so that packing can be tried without it: the
 * files are there, and nothing of it runs.
 */
function writeSubstitute(folder) {
  const put = (path, content) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const wire = Buffer.concat([Buffer.from([1, 9]), Buffer.from("011001011")]);
  put(
    "electron",
    Buffer.concat([Buffer.from("replaces Electron\n"), Buffer.from(fuseMark), wire, Buffer.alloc(64)]),
  );
  chmodSync(join(folder, "electron"), 0o755);
  put("chrome-sandbox", "");
  put("version", electronVersion());
  put("LICENSE", "");
  put("LICENSES.chromium.html", "");
  for (const language of ["en-US", "de"]) put(`locales/${language}.pak`, "");
}
