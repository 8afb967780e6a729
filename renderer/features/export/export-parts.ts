import { getRawFile } from "../../../shared/api/resources/files.ts";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import type { Optional } from "../../../shared/optional.ts";
import { operationUrl } from "../../api/fetch-operation.ts";
import type { ExportFile, ExportNote } from "../../workers/export/export-types.ts";

/** Project and commits that have the contents of changed files. */
interface ContentScope {
  readonly account: string;
  readonly project: string;
  /** Commits before and after the change; no `base` where there was nothing before. */
  readonly base: string | undefined;
  readonly head: string;
}

/** Returns a changed file with the addresses of its contents, for a patch that has every byte. */
export function withContentUrls({ account, project, base, head }: ContentScope, file: DiffFile): ExportFile {
  const urlOf = (ref: string, path: string) =>
    operationUrl(account, getRawFile, { id: project, file_path: path, ref });
  return {
    ...file,
    contents: {
      before: file.new_file || !base ? null : urlOf(base, file.old_path),
      after: file.deleted_file ? null : urlOf(head, file.new_path),
    },
  };
}

interface WrittenNote
  extends Optional<{
    created_at: string | null;
    author: { readonly name: string; readonly username: string } | null;
  }> {
  readonly body: string;
}

/** Returns a comment of the interface as an export shows it. */
export const exportNote = ({ body, author, created_at }: WrittenNote): ExportNote => ({
  author: author?.name ?? "Someone",
  username: author?.username ?? null,
  time: created_at ?? null,
  body,
});
