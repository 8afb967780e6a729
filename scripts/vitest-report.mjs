import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** First lines of an error and of its causes: enough to see what failed at the end of a long output. */
function brief(errors = []) {
  const lines = [];
  for (let error = errors[0]; error; error = error.cause)
    lines.push(
      ...stripVTControlCharacters(error.message ?? "")
        .split("\n")
        .slice(0, 6),
    );
  return lines.join("\n");
}

/** Returns the files that a test process ran when it ended by itself; none for any other error. */
const crashedIn = ({ cause }) =>
  /^Worker exited unexpectedly .* while running test files? (.+)$/
    .exec(cause?.message ?? "")?.[1]
    .split(", ") ?? [];

/** Reporter of Vitest that writes the summary that `scripts/test.mjs` prints last to `HELVE_UNIT_REPORT`. */
export default class SummaryReport {
  onTestRunEnd(modules, unhandledErrors) {
    const summary = { passed: 0, flaky: [], failed: [], skipped: [], crashed: [] };
    for (const error of unhandledErrors) {
      const files = crashedIn(error);
      for (const file of files) summary.crashed.push({ name: file, message: brief([error]) });
      if (files.length === 0) summary.failed.push({ name: "Unhandled error", message: brief([error]) });
    }
    for (const module of modules) {
      // It is run again, since what it had reported may not be all.
      if (summary.crashed.some(({ name }) => name === module.moduleId)) continue;
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
    writeFileSync(process.env.HELVE_UNIT_REPORT, JSON.stringify(summary));
  }
}
