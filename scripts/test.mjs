import { spawnSync } from "node:child_process";

const result = spawnSync("npx", ["vitest", "run", "--reporter=json"], { encoding: "utf8" });
const report = JSON.parse(result.stdout.slice(result.stdout.indexOf("{")));
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`);
process.exit(result.status ?? 1);
