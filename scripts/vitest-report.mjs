import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** First lines of an error: enough to see what failed at the end of a long output. */
const brief = (errors = []) =>
  stripVTControlCharacters(errors[0]?.message ?? "")
    .split("\n")
    .slice(0, 6)
    .join("\n");

/** Reporter of Vitest that writes the summary that `scripts/test.mjs` prints last to `HELVE_UNIT_REPORT`. */
export default class SummaryReport {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, flaky: [], failed: [], skipped: [] };
    for (const module of modules) {
      // A file that cannot be loaded has errors and no tests.
      if (module.errors().length > 0)
        summary.failed.push({ name: module.relativeModuleId, message: brief(module.errors()) });
      for (const test of module.children.allTests()) {
        const name = `${module.relativeModuleId}: ${test.fullName}`;
        const { state, errors, note } = test.result();
        if (state === "skipped") summary.skipped.push({ name, message: note ?? "" });
        if (state === "failed") summary.failed.push({ name, message: brief(errors) });
        if (state !== "passed") continue;
        summary.passed++;
        if (test.diagnostic()?.flaky) summary.flaky.push({ name, message: brief(errors ?? []) });
      }
    }
    for (const error of unhandledErrors)
      summary.failed.push({ name: "Unhandled error", message: brief([error]) });
    writeFileSync(process.env.HELVE_UNIT_REPORT, JSON.stringify(summary));
  }
}
