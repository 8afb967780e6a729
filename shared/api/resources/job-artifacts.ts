import { z } from "zod";
import { idOrPath } from "../contract/fields.ts";
import { bytes, operation } from "../contract/operation.ts";

const one = { id: idOrPath, job_id: z.int() };
const reads = ["jobs"] as const;
const fetching = { method: "GET", auth: "token", response: bytes, reads, cacheable: false } as const;

const byRef = { id: idOrPath, ref_name: z.string().min(1).describe("branch or tag") };

const artifactPath = { artifact_path: z.string().min(1).describe("path inside the archive") };

/** Types of reports whose lines are shown in a diff. */
export const reportTypes = ["cobertura", "jacoco", "codequality"] as const;
export type ReportType = (typeof reportTypes)[number];

const named = { job: z.string().min(1).describe("name of the job") };

export const getJobArtifacts = operation({
  ...fetching,
  path: "/projects/:id/jobs/:job_id/artifacts",
  summary: "A job's artifacts as an archive",
  params: one,
});

export const getRefArtifacts = operation({
  ...fetching,
  path: "/projects/:id/jobs/artifacts/:ref_name/download",
  summary: "Artifacts of the latest successful job of a branch or tag",
  params: byRef,
  query: named,
});

export const getJobArtifactFile = operation({
  ...fetching,
  path: "/projects/:id/jobs/:job_id/artifacts/*artifact_path",
  summary: "One file of a job's artifacts",
  params: { ...one, ...artifactPath },
});

/** Real services have no operation for a report: there it is read where the archive has it, too. */
export const getJobReport = operation({
  ...fetching,
  path: "/projects/:id/jobs/:job_id/reports/:file_type",
  summary: "A report of a job, such as its coverage; several files one after the other",
  params: { ...one, file_type: z.enum(reportTypes) },
  extension: "local",
});

export const getRefArtifactFile = operation({
  ...fetching,
  path: "/projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path",
  summary: "One file of the artifacts of a branch or tag",
  params: { ...byRef, ...artifactPath },
  query: named,
});
