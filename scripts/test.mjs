import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "helve-test-"));
const file = join(folder, "report.json");
const result = spawnSync(
  "npx",
  ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile=${file}`],
  {
    stdio: "inherit",
  },
);
const report = JSON.parse(readFileSync(file, "utf8"));
rmSync(folder, { recursive: true });
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`);
process.exit(result.status ?? 1);
