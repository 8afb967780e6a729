import { expect, test } from "vitest";
import { reportPaths } from "./report-paths.ts";

const entry = (path: string, size = 10, refusal: "link" | null = null) => ({ path, size, refusal });

test("all XML may be a report, first what is called like one", () => {
  const entries = [
    entry("pom.xml"),
    entry("target/surefire-reports/TEST-a.xml"),
    entry("out/junit.XML"),
    entry("a.txt"),
  ];
  expect(reportPaths(entries)).toEqual({
    paths: ["target/surefire-reports/TEST-a.xml", "out/junit.XML", "pom.xml"],
    left: 0,
  });
  expect(reportPaths([entry("out/a.xml"), entry("b.json")]).paths).toEqual(["out/a.xml"]);
  expect(reportPaths([entry("junit.xml", 10, "link")]).paths).toEqual([]);
});

test("too many files and too many bytes are left out, and counted", () => {
  const many = Array.from({ length: 250 }, (_, n) => entry(`test-${n}.xml`));
  expect(reportPaths(many)).toMatchObject({ left: 50 });
  expect(
    reportPaths([entry("junit-1.xml", 99_999_999), entry("junit-2.xml", 2), entry("junit-3.xml", 1)]),
  ).toEqual({
    paths: ["junit-1.xml", "junit-3.xml"],
    left: 1,
  });
});
