import type { TreeEntry } from "../../../shared/api/resources/repository.ts";
import { fileEnding } from "../../../shared/file-types.ts";
import { formatOfExtension } from "../../../shared/wiki/pages.ts";
import { isMarkdown } from "../file-preview/document-kind.ts";

/** Endings of a README that is shown as plain text, besides those of wiki pages. */
const plainEndings = new Set(["", "txt", "rst", "org", "textile"]);

const isReadme = ({ name, type }: TreeEntry): boolean => {
  if (type !== "blob" || !/^readme(\.|$)/i.test(name)) return false;
  const ending = fileEnding(name);
  return plainEndings.has(ending) || formatOfExtension(ending) !== undefined;
};

/** Returns the README among a folder's entries, Markdown before plain text, and one of no language first. */
export function findReadme(entries: readonly TreeEntry[]): TreeEntry | undefined {
  const found = entries.filter(isReadme).toSorted((a, b) => a.name.length - b.name.length);
  return found.find(({ name }) => isMarkdown(name)) ?? found[0];
}
