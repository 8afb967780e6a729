import { shortRef } from "../../../../shared/text/ref-name.ts";
import { type ArchiveFormat, archive, archiveType, canArchive } from "../../git/objects/archive.ts";
import { requireWhole } from "../../git/objects/missing-object.ts";
import { readSettings } from "../../git/originals/original-settings.ts";
import { httpError, notFound } from "../../http/http-error.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";
import { resolveOrDefault } from "./read-tree.ts";

/** An archive of a commit, while git writes it. */
export interface Archive {
  readonly body: ReadableStream<Uint8Array>;
  readonly mediaType: string;
  /** Without the extension. */
  readonly name: string;
  readonly format: ArchiveFormat;
  readonly commit: string;
}

/**
 * Returns an archive of a ref, or of a folder at it. Throws 404, and 501 for a format that this machine cannot write.
 * `signal` ends git.
 */
export async function exportArchive(
  store: Store,
  project: Project,
  query: {
    readonly sha?: string | undefined;
    readonly path?: string | undefined;
    readonly format?: ArchiveFormat | undefined;
  },
  signal: AbortSignal,
): Promise<Archive> {
  const repository = projectRepository(store, project);
  const ref = query.sha ?? project.defaultBranch;
  const commit = await resolveOrDefault(store, project, query.sha);
  if (!commit || ref === null) throw notFound("File");
  const format = query.format ?? "tar.gz";
  if (!(await canArchive(format))) throw httpError(501, "501 Not Implemented: bzip2 is not installed here");
  const path = query.path?.replace(/^\/+|\/+$/g, "");
  if (path && (await repository.objects.check(`${commit}:${path}`))?.type !== "tree") throw notFound("File");
  const original = findOriginal(store, project.id);
  if (original && (await readSettings(original)).partial) {
    // Else the archive would break off at the first file that is not there.
    await requireWhole(repository, path ? `${commit}:${path}` : commit, signal);
  }
  const safe = (text: string) => text.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const name = [project.path, shortRef(ref), commit, ...(path ? [path] : [])].map(safe).join("-");
  const body = archive(repository, commit, format, name, path, signal);
  return { body, mediaType: archiveType(format), name, format, commit };
}
