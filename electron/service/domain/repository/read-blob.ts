import { readRefName } from "../../../../shared/text/ref-name.ts";
import { streamBlob } from "../../git/objects/blobs.ts";
import { MissingObject } from "../../git/objects/missing-object.ts";
import { readSettings } from "../../git/originals/original-settings.ts";
import { resolveBlob } from "../../git/refs/refs.ts";
import { notFound } from "../../http/http-error.ts";
import type { StreamedContent } from "../../http/raw-response.ts";
import { findOriginal } from "../../store/projects/originals.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { projectRepository } from "../originals/project-repository.ts";

async function requireBlob(store: Store, project: Project, rev: string) {
  const repository = projectRepository(store, project);
  const { objects } = repository;
  // A tag may be of a blob.
  const sha = readRefName(rev).kind === "tag" ? ((await resolveBlob(repository, rev)) ?? rev) : rev;
  const info = /^[0-9a-f]{4,64}$/.test(sha) ? await objects.check(sha) : null;
  const original = info ? undefined : findOriginal(store, project.id);
  // Trees name files that a partial clone does not have.
  if (original && /^[0-9a-f]{40,64}$/.test(sha) && (await readSettings(original)).partial)
    throw new MissingObject(sha);
  if (info?.type !== "blob") throw notFound("Blob");
  return info;
}

/** Returns the bytes of a blob as a stream. Throws 404, and MissingObject where a partial clone may lack it. */
export async function openBlob(store: Store, project: Project, sha: string): Promise<StreamedContent> {
  const info = await requireBlob(store, project, sha);
  const repository = projectRepository(store, project);
  return { etag: info.id, size: info.size, open: (signal) => streamBlob(repository, info, signal) };
}
