import type { BlobMatch } from "../domain/repository/search-blobs.ts";
import type { Project } from "../store/projects/projects.ts";

/** Returns a path without the extension of its last part. */
const withoutExtension = (path: string): string => path.replace(/(?<=[^/])\.[^./]*$/, "");

/** Returns a match of a search in files; `id` is the blob of a file that was found by its path. */
export const toBlobMatch = (project: Project, ref: string, { path, start, data, blob }: BlobMatch) => ({
  basename: withoutExtension(path),
  data,
  path,
  filename: path,
  id: blob ?? null,
  ref,
  startline: start,
  project_id: project.id,
});
