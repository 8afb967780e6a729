import { shortRef } from "../../../../shared/text/ref-name.ts";
import { type ArchiveFormat, archive, archiveType, canArchive } from "../../git/archive.ts";
import { readTreeListing, type TreeListing, tooManyEntries } from "../../git/ls-tree.ts";
import { requireWhole } from "../../git/missing-object.ts";
import { readSettings } from "../../git/original-settings.ts";
import { resolveCommit, resolveTree } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import { projectRepository } from "../originals/original-state.ts";
import { notFound, Refusal } from "../refusal.ts";

/** Returns the commit that a ref names, of the default branch where `ref` is absent; null where there is none. */
export async function resolveOrDefault(
  store: ServiceStore,
  project: Project,
  ref: string | undefined,
): Promise<string | null> {
  const name = ref ?? project.defaultBranch;
  return name === null ? null : resolveCommit(projectRepository(store, project), name);
}

/**
 * Returns the entries of a folder at a ref, with those of all folders below it where `recursive`; of too many the first.
 * Throws `notFound`.
 */
export async function readTree(
  store: ServiceStore,
  project: Project,
  query: {
    readonly ref?: string;
    readonly path?: string;
    readonly recursive?: boolean;
  },
  signal: AbortSignal,
): Promise<TreeListing> {
  const repository = projectRepository(store, project);
  const commit = await resolveOrDefault(store, project, query.ref);
  const root = commit ?? (query.ref === undefined ? null : await resolveTree(repository, query.ref));
  if (!root) throw notFound("Tree");
  const listing = await readTreeListing(repository, root, query.path ?? "", query.recursive ?? false, signal);
  if (!listing) throw notFound("Tree");
  return listing;
}

/** Throws the refusal of a page behind the end of a listing that was cut, so that whoever reads all pages notices. */
export function requirePageOfTree(store: ServiceStore, { entries, isCut }: TreeListing, start: number): void {
  if (isCut && start >= entries.length) throw tooManyEntries(store);
}

/** An archive of a commit, while git writes it. */
interface Archive {
  readonly body: ReadableStream<Uint8Array>;
  readonly mediaType: string;
  /** Without the extension. */
  readonly name: string;
  readonly format: ArchiveFormat;
  readonly commit: string;
}

/**
 * Returns an archive of a ref, or of a folder at it. Throws `notFound`, and `archiverMissing` for a format that this machine cannot write.
 * `signal` ends git.
 */
export async function exportArchive(
  store: ServiceStore,
  project: Project,
  query: {
    readonly sha?: string;
    readonly path?: string;
    readonly format?: ArchiveFormat;
  },
  signal: AbortSignal,
): Promise<Archive> {
  const repository = projectRepository(store, project);
  const ref = query.sha ?? project.defaultBranch;
  const commit = await resolveOrDefault(store, project, query.sha);
  if (!commit || ref === null) throw notFound("File");
  const format = query.format ?? "tar.gz";
  if (!(await canArchive(repository, format))) throw new Refusal("archiverMissing", { program: "bzip2" });
  const path = query.path?.replace(/^\/+|\/+$/g, "");
  if (path && (await repository.objects.check(`${commit}:${path}`))?.type !== "tree") throw notFound("File");
  const original = findOriginal(store, project.id);
  if (original && (await readSettings(store.git, original)).partial) {
    // Else the archive would break off at the first file that is not there.
    await requireWhole(repository, path ? `${commit}:${path}` : commit, signal);
  }
  const safe = (text: string) => text.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const name = [project.path, shortRef(ref), commit, ...(path ? [path] : [])].map(safe).join("-");
  const body = archive(repository, commit, format, name, path, signal);
  return { body, mediaType: archiveType(format), name, format, commit };
}
