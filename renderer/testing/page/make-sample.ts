import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleDay } from "../../../electron/service/sample/seed/dates.ts";
import nodeOptions from "../../../electron/system/node-options.json" with { type: "json" };

/**
 * Makes the sample's data once for a run of tests, with the same dates each time; every app starts on a copy of it.
 * `HELVE_SAMPLE` names its folder. Returns a function that removes it.
 */
export default function makeSample(): () => void {
  if (process.env.HELVE_SAMPLE) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), "helve-sample-"));
  const service = join(import.meta.dirname, "../../../electron/service/cli.ts");
  // No app is started on it: jobs of the sample that are pending would begin, and be interrupted in every copy.
  execFileSync(
    process.execPath,
    [...nodeOptions.execArgv, service, "--fill", join(folder, "service"), sampleDay, "--run-jobs"],
    { stdio: "inherit" },
  );
  process.env.HELVE_SAMPLE = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
