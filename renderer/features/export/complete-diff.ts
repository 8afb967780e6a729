import { getRawFile } from "../../../shared/api/resources/files.ts";
import { type DiffFile, isDiffOmitted } from "../../../shared/diff/diff-file.ts";
import { cancelableRead, operationUrl } from "../../api/fetch-operation.ts";
import { compareFilesInWorker } from "../../workers/diff/diff-engine.ts";

/** Project and commits between which a file changed. */
interface ChangeScope {
  readonly account: string;
  readonly project: string;
  readonly base: string;
  readonly head: string;
}

/**
 * Returns a file with the diff that the service left out of it, made of both texts where they can be read; else as it is,
 * to be named among the files that an export lacks. Throws once `signal` fires.
 */
export async function completeDiff(
  { account, project, base, head }: ChangeScope,
  file: DiffFile,
  signal: AbortSignal,
): Promise<DiffFile> {
  if (!isDiffOmitted(file)) return file;
  const urlOf = (ref: string, path: string) =>
    operationUrl(account, getRawFile, { id: project, file_path: path, ref });
  try {
    const contents = {
      base: file.new_file ? null : urlOf(base, file.old_path),
      head: file.deleted_file ? null : urlOf(head, file.new_path),
    };
    const diff = await compareFilesInWorker(contents, cancelableRead(signal));
    return diff ? { ...file, diff, origin: undefined, too_large: false, collapsed: false } : file;
  } catch (error) {
    if (signal.aborted) throw error;
    return file;
  }
}
