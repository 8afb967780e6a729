import { Readable } from "node:stream";
import {
  getJobArtifactFile,
  getJobArtifacts,
  getRefArtifactFile,
  getRefArtifacts,
} from "../../../shared/api/resources/jobs.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { requireJob } from "../domain/ci/jobs.ts";
import { findArchive, openArtifact, requireJobOfRef } from "../domain/ci/read-artifacts.ts";
import type { Context } from "../http/context.ts";
import { fileResponse } from "../http/file-response.ts";
import { implement } from "../http/implement.ts";

type Job = ReturnType<typeof requireJob>;

function sendArchive({ store, request }: Context, job: Job): Response {
  const { path, size, filename } = findArchive(store, job);
  return fileResponse(request, path, size, {
    etag: `artifacts-${job.id}`,
    type: "application/zip",
    filename,
  });
}

async function sendFile({ store }: Context, job: Job, path: string): Promise<Response> {
  const { stream, size } = await openArtifact(store, job, path);
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(size),
      "x-content-type-options": "nosniff",
    },
  });
}

export const artifactRoutes = [
  implement(getJobArtifacts, (input, context) =>
    sendArchive(context, requireJob(context.store, requireReadableProject(context, input.id), input.job_id)),
  ),
  implement(getRefArtifacts, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return sendArchive(context, requireJobOfRef(context.store, project, input.ref_name, input.job));
  }),
  implement(getJobArtifactFile, (input, context) => {
    const job = requireJob(context.store, requireReadableProject(context, input.id), input.job_id);
    return sendFile(context, job, input.artifact_path);
  }),
  implement(getRefArtifactFile, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const job = requireJobOfRef(context.store, project, input.ref_name, input.job);
    return sendFile(context, job, input.artifact_path);
  }),
];
