import { expect, it } from "vitest";
import { reportsIn } from "./report-names.ts";

const all = ["cobertura", "jacoco", "lcov", "codequality"] as const;

it.each([
  ["coverage/cobertura-coverage.xml", "cobertura"],
  ["coverage.xml", "cobertura"],
  ["build/reports/cobertura.xml", "cobertura"],
  ["target/site/jacoco/jacoco.xml", "jacoco"],
  ["build/reports/jacoco/test/jacocoTestReport.xml", "jacoco"],
  ["coverage/lcov.info", "lcov"],
  ["gl-code-quality-report.json", "codequality"],
  ["out/codeclimate.json", "codequality"],
  ["code-quality.json", "codequality"],
])("%s is a report of %s", (path, format) => {
  expect(reportsIn([path], all)).toEqual([{ format, path }]);
});

it.each(["report/junit.xml", "coverage/index.html", "package.json", "src/cobertura.ts", "jacoco.exec"])(
  "%s is none",
  (path) => expect(reportsIn([path], all)).toEqual([]),
);

it("a tracefile beside the XML of the same tests is left out", () => {
  const paths = ["coverage/lcov.info", "coverage/cobertura-coverage.xml"];
  expect(reportsIn(paths, all)).toEqual([{ format: "cobertura", path: paths[1] }]);
  expect(reportsIn(paths, ["lcov"])).toEqual([{ format: "lcov", path: paths[0] }]);
});
