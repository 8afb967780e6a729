import { Readable } from "node:stream";
import {
  getJobArtifactFile,
  getJobArtifacts,
  getJobReport,
  getRefArtifactFile,
  getRefArtifacts,
} from "../../../shared/api/resources/job-artifacts.ts";
import { requireReadableProject } from "../domain/access/require-access.ts";
import { requireJob } from "../domain/ci/jobs.ts";
import {
  findArchive,
  openArtifact,
  openReport,
  requireArtifactAccess,
  requireJobOfRef,
} from "../domain/ci/read-artifacts.ts";
import { type Context, implement } from "../http/implement.ts";
import { downloadResponse } from "../http/raw-response.ts";

type Job = ReturnType<typeof requireJob>;
type Project = ReturnType<typeof requireReadableProject>;

function sendArchive(context: Context, project: Project, job: Job): Response {
  const { store, request } = context;
  requireArtifactAccess(context, project, job);
  const { path, size, filename } = findArchive(store, job);
  return downloadResponse(request, path, size, {
    etag: `artifacts-${job.id}`,
    type: "application/zip",
    filename,
  });
}

async function sendFile(context: Context, project: Project, job: Job, path: string): Promise<Response> {
  requireArtifactAccess(context, project, job);
  const { stream, size } = await openArtifact(context.store, job, path);
  return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(size),
      "x-content-type-options": "nosniff",
    },
  });
}

export const jobArtifactRoutes = [
  implement(getJobArtifacts, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return sendArchive(context, project, requireJob(context.store, project, input.job_id));
  }),
  implement(getRefArtifacts, (input, context) => {
    const project = requireReadableProject(context, input.id);
    return sendArchive(context, project, requireJobOfRef(context.store, project, input.ref_name, input.job));
  }),
  implement(getJobArtifactFile, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const job = requireJob(context.store, project, input.job_id);
    return sendFile(context, project, job, input.artifact_path);
  }),
  implement(getJobReport, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const job = requireJob(context.store, project, input.job_id);
    requireArtifactAccess(context, project, job);
    const report = openReport(context.store, job, input.file_type);
    context.request.signal.addEventListener("abort", () => report.destroy(), { once: true });
    return new Response(Readable.toWeb(report) as ReadableStream<Uint8Array>, {
      headers: { "content-type": "application/octet-stream", "x-content-type-options": "nosniff" },
    });
  }),
  implement(getRefArtifactFile, (input, context) => {
    const project = requireReadableProject(context, input.id);
    const job = requireJobOfRef(context.store, project, input.ref_name, input.job);
    return sendFile(context, project, job, input.artifact_path);
  }),
];
