import { writeFileSync } from "node:fs";
import { briefError } from "./brief.mjs";

/** Returns the files that a test process ran when it ended by itself; none for any other error. */
const crashedIn = ({ cause }) =>
  /^Worker exited unexpectedly .* while running test files? (.+)$/
    .exec(cause?.message ?? "")?.[1]
    .split(", ") ?? [];

/** Returns the names of the groups of a test and its own, which `-t` finds. */
function titleOf(test) {
  const names = [];
  for (let part = test; part && part.type !== "module"; part = part.parent) names.unshift(part.name);
  return names.join(" ");
}
const describe = (test) => ({ file: test.module.relativeModuleId, title: titleOf(test) });

/** Reporter of Vitest that writes the report of a suite (suites.mjs) to `HELVE_TEST_REPORT`, and sends the progress. */
export default class VitestReport {
  progress = { done: 0, total: 0 };

  onTestRunStart(specifications) {
    this.progress.total = specifications.length;
  }

  onTestModuleEnd() {
    this.progress.done++;
    process.send?.(this.progress);
  }

  onTestCaseResult(test) {
    if (test.result().state === "failed") process.send?.({ ...this.progress, failed: describe(test) });
  }

  onTestRunEnd(modules, unhandledErrors) {
    const report = { passed: 0, failed: [], skipped: [], crashed: [], files: [], tests: [] };
    for (const error of unhandledErrors) {
      const files = crashedIn(error);
      const message = briefError(error);
      const relativeOf = (path) => modules.find(({ moduleId }) => moduleId === path)?.relativeModuleId;
      for (const path of files) report.crashed.push({ file: relativeOf(path) ?? path, title: "", message });
      if (files.length === 0)
        report.failed.push({
          file: relativeOf(error.VITEST_TEST_PATH) ?? "",
          title: "Unhandled error",
          message,
        });
    }
    for (const module of modules) {
      const project = module.project.name;
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      const file = module.relativeModuleId;
      report.files.push({ project, name: file, ms: duration + collectDuration + setupDuration });
      // It is run again, since what it had reported may not be all.
      if (report.crashed.some((crashed) => crashed.file === file)) continue;
      // A file that cannot be loaded has errors and no tests.
      if (module.errors().length > 0)
        report.failed.push({ file, title: "", message: briefError(module.errors()[0]) });
      for (const test of module.children.allTests()) {
        const { state, errors, note } = test.result();
        const found = describe(test);
        const message = briefError(errors?.[0]);
        report.tests.push({ project, ...found, state, ms: test.diagnostic()?.duration ?? 0 });
        if (state === "skipped") report.skipped.push({ ...found, message: note ?? "" });
        if (state === "failed") report.failed.push({ ...found, message });
        if (state === "passed") report.passed++;
      }
    }
    writeFileSync(process.env.HELVE_TEST_REPORT, JSON.stringify(report));
  }
}
