import type { ExportSubject } from "../../workers/export/export-types.ts";

/** Returns a file name that every system takes, such as `lantern-12-tidy-up.html`. */
export function exportName({ project, reference, title }: ExportSubject, extension: string): string {
  const stem = [project.split("/").at(-1) ?? "", reference, title]
    .join(" ")
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}._]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80);
  return `${stem || "changes"}.${extension}`;
}
