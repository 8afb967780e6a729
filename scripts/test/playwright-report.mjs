import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { root } from "../node.mjs";
import { briefError } from "./brief.mjs";

const projectOf = (test) => test.parent.project()?.name ?? "";

/** Reporter of Playwright that writes the report of a suite (suites.mjs) to `HELVE_TEST_REPORT`, and sends the progress. */
export default class PlaywrightReport {
  progress = { done: 0, total: 0 };
  errors = [];

  printsToStdio() {
    return false;
  }

  onBegin(_config, suite) {
    this.suite = suite;
    this.progress.total = suite.allTests().length;
  }

  onError(error) {
    this.errors.push(error);
  }

  onTestEnd(test, { retry, status }) {
    const isOver = status === test.expectedStatus || status === "skipped" || retry === test.retries;
    if (!isOver) return;
    this.progress.done++;
    const failed = test.outcome() === "unexpected" ? { failed: this.describe(test) } : {};
    process.send?.({ ...this.progress, ...failed });
  }

  onEnd() {
    const report = { passed: 0, flaky: [], failed: [], skipped: [], crashed: [], files: [], tests: [] };
    for (const error of this.errors)
      report.failed.push({ file: "", title: "Unhandled error", message: briefError(error) });
    const files = new Map();
    for (const test of this.suite?.allTests() ?? []) {
      const found = this.describe(test);
      const project = projectOf(test);
      const ms = test.results.reduce((sum, { duration }) => sum + duration, 0);
      report.tests.push({ project, ...found, ms });
      const name = `${project} ${found.file}`;
      files.set(name, { project, name: found.file, ms: (files.get(name)?.ms ?? 0) + ms });
      const message = briefError(test.results.flatMap(({ errors }) => errors)[0]);
      const outcome = test.outcome();
      if (outcome === "expected" || outcome === "flaky") report.passed++;
      if (outcome === "flaky") report.flaky.push({ ...found, message });
      if (outcome === "unexpected") report.failed.push({ ...found, message });
      if (outcome === "skipped") {
        const reason = test.annotations.find(({ type }) => type === "skip" || type === "fixme")?.description;
        report.skipped.push({ ...found, message: reason ?? "" });
      }
    }
    report.files = [...files.values()];
    writeFileSync(process.env.HELVE_TEST_REPORT, JSON.stringify(report));
  }

  describe(test) {
    const file = relative(root, test.location.file).replaceAll("\\", "/");
    return { file, title: test.titlePath().slice(3).join(" ") };
  }
}
