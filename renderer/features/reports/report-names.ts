import type { ReportFormat } from "../../workers/reports/report-types.ts";

/** Usual names of reports in an archive of artifacts. */
const names: readonly (readonly [ReportFormat, RegExp])[] = [
  ["cobertura", /(?:^|\/)(?:[\w.-]*cobertura[\w.-]*|coverage)\.xml$/i],
  ["jacoco", /(?:^|\/)jacoco[\w.-]*\.xml$/i],
  ["lcov", /(?:^|\/)lcov\.info$/i],
  ["codequality", /(?:^|\/)(?:gl-code-?quality[\w.-]*|code-?climate[\w.-]*|code-?quality[\w.-]*)\.json$/i],
];

/** Reports of one archive that are read. */
const maxOfArchive = 20;

/**
 * Returns the files of an archive that are named as reports of given formats. A tracefile of lcov says the same as the XML
 * beside it.
 */
export function reportsIn(
  paths: readonly string[],
  formats: readonly ReportFormat[],
): readonly { readonly format: ReportFormat; readonly path: string }[] {
  const found = names
    .filter(([format]) => formats.includes(format))
    .flatMap(([format, name]) => paths.filter((path) => name.test(path)).map((path) => ({ format, path })));
  const hasXml = found.some(({ format }) => format === "cobertura" || format === "jacoco");
  return found.filter(({ format }) => !(hasXml && format === "lcov")).slice(0, maxOfArchive);
}
