import type { SnippetFileChange } from "../../../../shared/api/resources/snippet-shapes.ts";
import { checkPath } from "../../git/write/paths.ts";
import { badParameter, httpError } from "../../http/http-error.ts";
import type { SnippetFile } from "../../store/projects/snippets.ts";

/** Files per snippet, as in real services. */
const maxFiles = 10;
/** Characters of the longest file name. */
const maxNameLength = 255;

interface NewFiles {
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
  readonly files?: readonly { readonly file_path: string; readonly content: string }[] | undefined;
}

/** Returns the files of a new snippet: one by name and content, or several. Throws 400 where they make no snippet. */
export function newFiles({ file_name, content, files }: NewFiles): SnippetFile[] {
  if (files && (content !== undefined || file_name !== undefined)) {
    throw badParameter("files, content are mutually exclusive");
  }
  if (files) return checkFiles(files.map(({ file_path, content }) => ({ path: file_path, content })));
  if (file_name === undefined) throw badParameter("file_name is missing");
  if (content === undefined) throw badParameter("content is missing");
  return checkFiles([{ path: file_name, content }]);
}

interface ChangedFiles {
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
  readonly files?: readonly SnippetFileChange[] | undefined;
}

/** Returns a snippet's files after a change, or null where it leaves them alone. Throws 400 where it cannot be made. */
export function applyFileChanges(
  now: readonly SnippetFile[],
  { file_name, content, files }: ChangedFiles,
): SnippetFile[] | null {
  if (files && (content !== undefined || file_name !== undefined)) {
    throw badParameter("files, content are mutually exclusive");
  }
  if (files) return checkFiles(files.reduce(applyChange, now));
  if (file_name === undefined && content === undefined) return null;
  const [first, ...others] = now;
  if (!first || others.length > 0) {
    throw httpError(400, "To update Snippets with multiple files, you must use the `files` parameter");
  }
  return checkFiles([{ path: file_name ?? first.path, content: content ?? first.content }]);
}

function applyChange(files: readonly SnippetFile[], change: SnippetFileChange): readonly SnippetFile[] {
  const { action, content } = change;
  const path = change.file_path ?? "";
  const at = (name: string): number => {
    const index = files.findIndex((file) => file.path === name);
    if (index < 0) throw httpError(400, "A file with this name doesn't exist");
    return index;
  };
  switch (action) {
    case "create":
      return [...files, { path, content: content ?? "" }];
    case "update":
      return files.with(at(path), { path, content: content ?? "" });
    case "delete":
      return files.toSpliced(at(path), 1);
    case "move": {
      const from = at(change.previous_path ?? "");
      return files.with(from, { path, content: content ?? files[from]?.content ?? "" });
    }
  }
}

function checkFiles(files: readonly SnippetFile[]): SnippetFile[] {
  if (files.length === 0) throw httpError(400, "Snippet must contain at least one file");
  if (files.length > maxFiles) throw httpError(400, `A snippet can have at most ${maxFiles} files`);
  const paths = new Set<string>();
  for (const { path, content } of files) {
    checkPath(path);
    if (path.length > maxNameLength) {
      throw httpError(400, { file_name: [`is too long (maximum is ${maxNameLength} characters)`] });
    }
    if (paths.has(path)) throw httpError(400, "A file with this name already exists");
    if (content === "") throw badParameter("content is empty");
    paths.add(path);
  }
  return [...files];
}
