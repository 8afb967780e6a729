import { Readable } from "node:stream";
import {
  getJobArtifactFile,
  getJobArtifacts,
  getRefArtifactFile,
  getRefArtifacts,
} from "../../../shared/api/resources/jobs.ts";
import { BadArchive, openArchiveFile } from "../ci/archive.ts";
import { archivePath, fileSize } from "../ci/job-files.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { checkArtifactPath } from "../domain/ci/artifact-path.ts";
import { requireJob } from "../domain/ci/jobs.ts";
import type { Context } from "../http/context.ts";
import { fileResponse } from "../http/file-response.ts";
import { httpError } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { type Job, lastSuccessfulJob, listArtifacts } from "../store/ci/jobs.ts";
import type { Project } from "../store/projects/projects.ts";

const notFound = () => httpError(404, "404 Not found");

/** Returns the newest successful job of a branch or tag. Throws 404. */
function requireJobOfRef(context: Context, project: Project, ref: string, name: string): Job {
  const job = lastSuccessfulJob(context.store, project.id, ref, name);
  if (!job) throw notFound();
  return job;
}

function sendArchive(context: Context, job: Job): Response {
  const archive = listArtifacts(context.store, job.id).find(({ fileType }) => fileType === "archive");
  const path = archivePath(context.store, job.id);
  const size = fileSize(path);
  if (!archive || size === null) throw notFound();
  const { filename } = archive;
  return fileResponse(context.request, path, size, {
    etag: `artifacts-${job.id}`,
    type: "application/zip",
    filename,
  });
}

async function sendFile(context: Context, job: Job, path: string): Promise<Response> {
  checkArtifactPath(path);
  const archive = archivePath(context.store, job.id);
  if (fileSize(archive) === null) throw notFound();
  try {
    const file = await openArchiveFile(archive, path);
    if (!file) throw notFound();
    return new Response(Readable.toWeb(file.stream) as ReadableStream<Uint8Array>, {
      headers: {
        "content-type": "application/octet-stream",
        "content-length": String(file.size),
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    if (error instanceof BadArchive) throw httpError(400, error.message);
    throw error;
  }
}

export const artifactRoutes = [
  implement(getJobArtifacts, (input, context) =>
    sendArchive(context, requireJob(context.store, requireReadableProject(context, input.id), input.job_id)),
  ),
  implement(getRefArtifacts, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return sendArchive(context, requireJobOfRef(context, project, input.ref_name, input.job));
  }),
  implement(getJobArtifactFile, (input, context) => {
    const job = requireJob(context.store, requireReadableProject(context, input.id), input.job_id);
    return sendFile(context, job, input.artifact_path);
  }),
  implement(getRefArtifactFile, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const job = requireJobOfRef(context, project, input.ref_name, input.job);
    return sendFile(context, job, input.artifact_path);
  }),
];
