import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import makeSample from "./make-sample.ts";

/** Makes the sample, and the folder of the apps of all workers. Returns a function that removes both. */
export default function setUpPageTests(): () => void {
  const removeSample = makeSample();
  const folder = mkdtempSync(join(tmpdir(), "helve-page-"));
  process.env.HELVE_PAGE_TESTS = folder;
  return () => {
    removeSample();
    rmSync(folder, { recursive: true, force: true });
  };
}
