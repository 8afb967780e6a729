import { setTimeout as delay } from "node:timers/promises";
import type { OpenedApp } from "./opened-app.ts";
import { beacon } from "./sample-jobs.ts";

const finding = (fingerprint: string, path: string, line: number, description: string) => ({
  ...{ fingerprint, description, check_name: "no-var", severity: "major" },
  location: { path, lines: { begin: line } },
});

/** Keywords of a job whose reports the service stores by their type. */
export const asReports =
  "    reports: { coverage_report: { coverage_format: cobertura, path: coverage/cobertura-coverage.xml }, codequality: gl-code-quality-report.json }\n";
/** Keywords of a job whose archive has the same files. */
export const asFiles = "    paths: [coverage/, gl-code-quality-report.json]\n";

/** Makes a merge request whose one job has reports of a new file of four lines, and waits for its pipeline. */
export async function proposeWithReports(
  app: Pick<OpenedApp, "callProject">,
  artifacts: string,
): Promise<{ readonly iid: number; readonly path: string; readonly branch: string }> {
  const branch = `cover-${Math.random().toString(36).slice(2, 8)}`;
  // The first file of the change.
  const path = `a/${branch}.js`;
  const half = ' branch="true" condition-coverage="50% (1/2)"';
  const lines = [1, 2, 3, 4].map(
    (line) => `<line number="${line}" hits="${line === 2 ? 0 : 1}"${line === 4 ? half : ""}/>`,
  );
  const cobertura = `<?xml version="1.0"?>
<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
<coverage><sources><source>/builds/beacon</source></sources><packages><package><classes><class filename="${path}"><lines>${lines.join("")}</lines></class></classes></package></packages></coverage>
`;
  const quality = [
    finding("a", path, 3, "Unexpected var, use let or const instead."),
    finding("b", "lamp.txt", 1, "Not in this change"),
  ];
  await app.callProject(beacon, "POST", "/repository/commits", {
    ...{ branch, start_branch: "main", commit_message: `Cover ${branch}` },
    actions: [
      {
        ...{ action: "update", file_path: ".gitlab-ci.yml" },
        content: `check:\n  script: ["true"]\n  artifacts:\n${artifacts}`,
      },
      { action: "create", file_path: path, content: "one();\ntwo();\nvar three;\nfour();\n" },
      { action: "create", file_path: "coverage/cobertura-coverage.xml", content: cobertura },
      { action: "create", file_path: "gl-code-quality-report.json", content: JSON.stringify(quality) },
    ],
  });
  const { iid } = await app.callProject<{ iid: number }>(beacon, "POST", "/merge_requests", {
    ...{ source_branch: branch, target_branch: "main", title: `Cover ${branch}` },
  });
  const { id } = await app.callProject<{ id: number }>(beacon, "POST", "/pipeline", { ref: branch });
  for (let tries = 0; tries < 150; tries++) {
    const { status } = await app.callProject<{ status: string }>(beacon, "GET", `/pipelines/${id}`);
    if (status === "success") return { iid, path, branch };
    await delay(200);
  }
  throw new Error(`pipeline ${id} did not succeed`);
}
