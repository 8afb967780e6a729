import { writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { ZipFile } from "yazl";
import { archivePath, junitPath, makeJobFolder } from "../../ci/job-files.ts";
import type { ServiceStore } from "../../service-store.ts";
import { putArtifact } from "../../store/ci/jobs.ts";
import { makePng } from "../seed/images.ts";

/** Artifacts of a job: its archive, and its packed test reports where it has some. */
export interface SampleArchive {
  readonly archive: Buffer;
  readonly junit?: Buffer;
}

/** Archives of jobs by the job's outcome, created once and written for each job. */
export interface SampleArchives {
  /** Of the unit tests: one for each way in which they passed. */
  readonly passed: readonly SampleArchive[];
  readonly failed: SampleArchive;
  readonly package: SampleArchive;
}

/** Returns the archives that jobs of the sample left. */
export async function sampleArchives(): Promise<SampleArchives> {
  const beam = makePng(160, 80, (x, y) => {
    const isLit = Math.abs(y - 40) < (x / 160) * 30;
    return isLit ? [250, 224 - x / 4, 150] : [28, 34 + y / 4, 62];
  });
  const unit = async (tests: readonly SampleTest[]): Promise<SampleArchive> => ({
    archive: await zip(unitFiles(tests, beam)),
    junit: gzipSync(testReport(tests)),
  });
  return {
    passed: await Promise.all([0, 1, 2].map((turn) => unit(sampleTests(turn, false)))),
    failed: await unit(sampleTests(1, true)),
    package: {
      archive: await zip({
        "dist/lamp.txt": "turns per minute: 4\nlumen: 9000\n",
        "dist/manifest.json": `${JSON.stringify({ name: "beacon", files: ["lamp.txt"], signed: false }, null, 2)}\n`,
        "dist/LICENSE": "Permission is granted to anybody to light the lamp.\n",
      }),
    },
  };
}

/** Writes the artifacts of a job. */
export function addArchive(store: ServiceStore, jobId: number, { archive, junit }: SampleArchive): void {
  makeJobFolder(store, jobId);
  writeFileSync(archivePath(store, jobId), archive, { mode: 0o600 });
  const { length: size } = archive;
  putArtifact(store, jobId, { fileType: "archive", fileFormat: "zip", filename: "artifacts.zip", size });
  if (!junit) return;
  writeFileSync(junitPath(store, jobId), junit, { mode: 0o600 });
  const report = { fileType: "junit", fileFormat: "gzip", filename: "junit.xml.gz", size: junit.length };
  putArtifact(store, jobId, report);
}

async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  const mtime = new Date("2026-08-03T08:00:00Z");
  for (const [path, content] of Object.entries(files)) {
    archive.addBuffer(Buffer.from(content), path, { mtime, compress: typeof content === "string" });
  }
  archive.end();
  return buffer(archive.outputStream);
}

const groups: Readonly<Record<string, readonly string[]>> = {
  beam: ["turns", "dims", "turns more slowly in fog", "stays lit at noon", "warms up within a minute"],
  "beam.Lens": ["focuses", "warns when cold", "is wiped after rain"],
  "pier.Log": ["keeps the log without power", "rotates at midnight", "reads back what it wrote"],
  "pier.Tide": ["reads the tide", "rounds to centimetres", "knows neap from spring"],
};

/** Returns the tests of a run; times differ with `turn`. */
function sampleTests(turn: number, failed: boolean): SampleTest[] {
  return Object.entries(groups).flatMap(([group, names], row) =>
    names.map((name, index): SampleTest => {
      const seconds = Math.round(((row + 1) * 37 + index * 53 + turn * 11) % 240) / 100;
      const test = { group, name, seconds };
      if (name === "is wiped after rain") return { ...test, skipped: "no rain in this room" };
      if (!failed || name !== "dims") return test;
      return {
        ...test,
        failure: {
          message: unitFailure,
          trace: `AssertionError: ${unitFailure}
    at dims (ci/unit.sh:4)
    at lamp (lamp.txt:2:8)
    at main (/builds/fjord/beacon/ci/unit.sh:3:1)`,
        },
        output: "lamp at 9412 lumen\ndawn in 4 minutes\nwaiting for the lamp to dim\n",
      };
    }),
  );
}

function unitFiles(tests: readonly SampleTest[], beam: Buffer): Record<string, string | Buffer> {
  const failed = tests.filter(({ failure }) => failure).length;
  const rows = tests.map(({ group, name, seconds }) => `${group},${name},${seconds}`);
  return {
    "report/junit.xml": testReport(tests),
    "report/summary.md": `# Unit tests\n\n${tests.length} tests, ${failed} failed. The numbers are in [durations.csv](durations.csv).\n\n![The beam](images/beam.png)\n`,
    "report/durations.csv": `group,test,seconds\n${rows.join("\n")}\n`,
    "report/coverage.json": `${JSON.stringify({ lines: 92.4, files: { "lamp.txt": 88.1, "ci/lint.sh": 100 } }, null, 2)}\n`,
    "report/coverage/index.html": coveragePage,
    "report/images/beam.png": beam,
    "report/unit.log": tests.map(({ name, seconds }) => `ok ${name} (${seconds} s)\n`).join(""),
  };
}

const coveragePage = `<!doctype html>
<html lang="en">
<head><title>Coverage</title>
<style>body{font:15px/1.5 system-ui;margin:40px;color:#223}table{border-collapse:collapse}td,th{padding:6px 18px;border-bottom:1px solid #ccd;text-align:left}.bar{display:inline-block;height:8px;background:#4a7}</style>
<script>document.title = "a script ran"</script></head>
<body><h1>Coverage of the lamp</h1>
<table><tr><th>File</th><th>Lines</th><th></th></tr>
<tr><td>lamp.txt</td><td>88.1 %</td><td><span class="bar" style="width:88px"></span></td></tr>
<tr><td>ci/lint.sh</td><td>100 %</td><td><span class="bar" style="width:100px"></span></td></tr>
</table></body></html>
`;

/** A test of a run of the sample. */
interface SampleTest {
  readonly group: string;
  readonly name: string;
  readonly seconds: number;
  readonly skipped?: string;
  readonly failure?: { readonly message: string; readonly trace: string };
  readonly output?: string;
}

/** Returns tests as a JUnit file. Their texts have nothing that XML would have to escape. */
function testReport(tests: readonly SampleTest[]): string {
  const groups = [...new Set(tests.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const own = tests.filter((test) => test.group === group);
    const failed = own.filter(({ failure }) => failure).length;
    return `  <testsuite name="${group}" tests="${own.length}" failures="${failed}">\n${own.map(testCase).join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("")}</testsuites>\n`;
}

function testCase({ group, name, seconds, skipped, failure, output }: SampleTest): string {
  const inside = [
    failure ? `<failure message="${failure.message}">${failure.trace}</failure>` : "",
    skipped ? `<skipped message="${skipped}"/>` : "",
    output ? `<system-out>${output}</system-out>` : "",
  ].join("");
  const open = `    <testcase classname="${group}" name="${name}" time="${seconds}" file="ci/unit.sh"`;
  return inside ? `${open}>${inside}</testcase>\n` : `${open}/>\n`;
}

/** Error of the unit tests that fail in the sample, in their report and in their log. */
export const unitFailure = "expected 9000 lumen at dawn, got 9412";
