import { streamBlob } from "../../git/objects/blobs.ts";
import { MissingObject } from "../../git/objects/missing-object.ts";
import { readSettings } from "../../git/originals/original-settings.ts";
import { notFound } from "../../http/http-error.ts";
import type { StreamedContent } from "../../http/raw-response.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";

async function requireBlob(store: Store, project: Project, sha: string) {
  const { objects } = projectRepository(store, project);
  const info = /^[0-9a-f]{4,64}$/.test(sha) ? await objects.check(sha) : null;
  const original = info ? undefined : findOriginal(store, project.id);
  // Trees name files that a partial clone does not have.
  if (original && /^[0-9a-f]{40,64}$/.test(sha) && (await readSettings(original)).partial)
    throw new MissingObject(sha);
  if (info?.type !== "blob") throw notFound("Blob");
  return info;
}

/** A blob with its content. */
export interface BlobContent {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  readonly content: Buffer;
}

/** Returns a blob with its bytes. Throws 404, and MissingObject where a partial clone may lack it. */
export async function readBlob(
  store: Store,
  project: Project,
  sha: string,
  signal: AbortSignal,
): Promise<BlobContent> {
  const info = await requireBlob(store, project, sha);
  const blob = await projectRepository(store, project).objects.read(info.id, signal);
  return { id: info.id, size: info.size, content: blob?.content ?? Buffer.alloc(0) };
}

/** Returns the bytes of a blob as a stream. Throws as {@link readBlob} does. */
export async function openBlob(store: Store, project: Project, sha: string): Promise<StreamedContent> {
  const info = await requireBlob(store, project, sha);
  const repository = projectRepository(store, project);
  return { etag: info.id, size: info.size, open: (signal) => streamBlob(repository, info, signal) };
}
