import { nameOf } from "../../../shared/text/paths.ts";
import type { ExportSubject } from "../../workers/export/export-types.ts";

/** Returns a file name that every system takes, such as `lantern-12-tidy-up.html`. */
export function exportName({ project, reference, title }: ExportSubject, extension: string): string {
  const stem = [nameOf(project), reference, title]
    .join(" ")
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}._]+/gu, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 80);
  return `${stem || "changes"}.${extension}`;
}
