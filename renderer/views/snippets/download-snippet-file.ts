import {
  getRawProjectSnippet,
  getRawProjectSnippetFile,
} from "../../../shared/api/resources/project-snippets.ts";
import type { Snippet } from "../../../shared/api/resources/snippet-shapes.ts";
import { getRawSnippet, getRawSnippetFile } from "../../../shared/api/resources/snippets.ts";
import { nameOf } from "../../../shared/text/paths.ts";
import { download } from "../../features/file-preview/download.ts";
import { pathsOf, type SnippetAddress, snippetBranch } from "./model/snippet-address.ts";

/** Streams a file of a snippet into the downloads folder, and shows that it started. */
export function downloadSnippetFile(
  { account, project, id }: SnippetAddress,
  snippet: Snippet,
  path: string,
): Promise<void> {
  const name = nameOf(path);
  const file = { ref: snippetBranch(snippet, path), file_path: path };
  if (pathsOf(snippet).length === 1) {
    return project === null
      ? download(account, getRawSnippet, { id }, name)
      : download(account, getRawProjectSnippet, { id: project, snippet_id: id }, name);
  }
  return project === null
    ? download(account, getRawSnippetFile, { id, ...file }, name)
    : download(account, getRawProjectSnippetFile, { id: project, snippet_id: id, ...file }, name);
}
