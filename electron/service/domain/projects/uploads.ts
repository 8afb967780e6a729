import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileSize, writeWhole } from "../../ci/job-files.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import { findUpload, insertUpload, sizeOfUploads, type Upload } from "../../store/projects/uploads.ts";
import type { User } from "../../store/users/users.ts";
import { notFound, tooLarge } from "../refusal.ts";
import { attachmentName } from "../wiki/write-pages.ts";

/** Bytes of the largest upload. */
const maxUploadBytes = 100 * 1024 * 1024;
/** Bytes of all uploads of a project: whoever may comment may upload. */
const maxProjectBytes = 10 * 1024 ** 3;

/** Returns the folder of a project's uploads. Each project has its own, which goes with it. */
export const uploadFolder = ({ folder }: Pick<ServiceStore, "folder">, projectId: number): string =>
  join(folder, "uploads", String(projectId));

const filePath = (store: ServiceStore, { projectId, sha256 }: Pick<Upload, "projectId" | "sha256">) =>
  join(uploadFolder(store, projectId), sha256);

/** Stores a file of a project by its hash, under a new secret. Throws `tooLarge`. */
export async function addUpload(
  store: ServiceStore,
  project: Project,
  author: User,
  file: Blob,
): Promise<Upload> {
  if (file.size > maxUploadBytes) throw tooLarge("The file is larger than 100 MB. Nothing was uploaded.");
  if (sizeOfUploads(store, project.id) + file.size > maxProjectBytes)
    throw tooLarge("The uploads of this project are larger than 10 GB. Nothing was uploaded.");
  const upload = {
    projectId: project.id,
    secret: randomBytes(16).toString("hex"),
    filename: attachmentName(file instanceof File ? file.name : ""),
    sha256: await hashOf(file),
    size: file.size,
    authorId: author.id,
  };
  const path = filePath(store, upload);
  if (fileSize(path) !== upload.size) {
    await mkdir(uploadFolder(store, project.id), { recursive: true, mode: 0o700 });
    await writeWhole(store, path, (partial) =>
      pipeline(Readable.from(file.stream()), createWriteStream(partial, { mode: 0o600 })),
    );
  }
  return { ...upload, id: insertUpload(store, upload) };
}

async function hashOf(file: Blob): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of file.stream()) hash.update(chunk);
  return hash.digest("hex");
}

/** Returns an upload with the path of its file; null where the address has none. Throws `notFound` where the file is gone. */
export function findUploadedFile(
  store: ServiceStore,
  project: Project,
  { secret, filename }: { readonly secret: string; readonly filename: string },
): (Upload & { readonly path: string }) | null {
  const upload = findUpload(store, project.id, secret, filename);
  if (!upload) return null;
  const path = filePath(store, upload);
  if (fileSize(path) !== upload.size) throw notFound("File");
  return { ...upload, path };
}
