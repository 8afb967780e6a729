import { streamBlob } from "../../git/objects/blobs.ts";
import { notFound } from "../../http/http-error.ts";
import type { Content } from "../../http/raw-response.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";

async function requireBlob(store: Store, project: Project, sha: string) {
  const { objects } = projectRepository(store, project);
  const info = /^[0-9a-f]{4,64}$/.test(sha) ? await objects.check(sha) : null;
  if (info?.type !== "blob") throw notFound("Blob");
  return info;
}

/** Returns a blob with its bytes. Throws 404. */
export async function readBlob(store: Store, project: Project, sha: string, signal: AbortSignal) {
  const info = await requireBlob(store, project, sha);
  const blob = await projectRepository(store, project).objects.read(info.id, signal);
  return { id: info.id, size: info.size, content: blob?.content ?? Buffer.alloc(0) };
}

/** Returns the bytes of a blob as a stream. Throws 404. */
export async function openBlob(store: Store, project: Project, sha: string): Promise<Content> {
  const info = await requireBlob(store, project, sha);
  const repository = projectRepository(store, project);
  return { etag: info.id, size: info.size, open: (signal) => streamBlob(repository, info, signal) };
}
