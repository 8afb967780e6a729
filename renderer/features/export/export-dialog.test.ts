import { expect, it } from "vitest";
import type { ExportSubject } from "../../workers/export/export-types.ts";
import { exportName } from "./export-dialog.tsx";

const subject = (more: Partial<ExportSubject>): ExportSubject => ({
  kind: "Merge request",
  title: "Tidy: up/down",
  reference: "!7",
  project: "fjord/lantern",
  url: null,
  description: "",
  details: [],
  commit: "",
  mail: null,
  patchable: true,
  files: [],
  threads: [],
  ...more,
});

it.each([
  [{}, "lantern-7-Tidy-up-down.html"],
  [{ project: "x", reference: "../..", title: "" }, "x-.html".replace("-", "")],
  [{ project: "", reference: "", title: "../\\:*?" }, "changes.html"],
  [{ title: "ä".repeat(200) }, `lantern-7-${"ä".repeat(70)}.html`],
])("%j", (more, name) => {
  expect(exportName(subject(more), "html")).toBe(name);
});
