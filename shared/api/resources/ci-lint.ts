import { z } from "zod";
import { idOrPath, longText, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

const scripts = z.array(z.string()).nullish();

/** A job that a file would have; without its rules, unless a pipeline is simulated. */
const lintedJob = record({
  name: z.string(),
  stage: z.string().nullish(),
  before_script: scripts,
  script: scripts,
  after_script: scripts,
  tag_list: z.array(z.string()).nullish(),
  environment: z.string().nullish(),
  when: z.string().nullish(),
  allow_failure: z.boolean().nullish(),
});

/** A file that was included. */
const lintedInclude = record({
  type: z.string().nullish().describe("local, file, remote, template or component"),
  location: z.string().nullish(),
  context_project: z.string().nullish(),
});

/** Result of reading a configuration without running it. Not in the two documents; as services have it. */
const ciLint = record({
  valid: z.boolean(),
  errors: z.array(z.string()).default([]),
  warnings: z.array(z.string()).default([]),
  merged_yaml: z.string().nullish().describe("with all that is included and extended"),
  includes: z.array(lintedInclude).nullish().describe("not of every service"),
  jobs: z.array(lintedJob).nullish().describe("where include_jobs is set"),
});
export type CiLint = z.output<typeof ciLint>;

const params = { id: idOrPath };
const shared = { path: "/projects/:id/ci/lint", response: json(ciLint), extension: "service" } as const;
const options = {
  dry_run: z.boolean().optional().describe("simulates the pipeline of a push, instead of a static check"),
  include_jobs: z.boolean().optional(),
  ref: z.string().min(1).optional().describe("branch or tag of the simulation; else the default branch"),
};

export const getCiLint = operation({
  ...shared,
  method: "GET",
  summary: "Check of a project's .gitlab-ci.yml",
  auth: "optional",
  params,
  query: {
    ...options,
    content_ref: z
      .string()
      .min(1)
      .optional()
      .describe("commit, branch or tag whose file is read; else the default branch"),
    sha: z.string().min(1).optional().describe("former name of content_ref"),
    dry_run_ref: z.string().min(1).optional().describe("newer name of ref"),
  },
  rule: ({ content_ref: contentRef, sha, ref, dry_run_ref: dryRunRef }) =>
    contentRef !== undefined && sha !== undefined
      ? { field: "sha", message: "content_ref and sha are mutually exclusive" }
      : ref !== undefined && dryRunRef !== undefined
        ? { field: "ref", message: "ref and dry_run_ref are mutually exclusive" }
        : null,
  reads: ["blobs", "variables"],
  deprecated: ["sha"],
});

/** Changes nothing: the content is checked as a file of the project, and stored nowhere. */
export const lintCi = operation({
  ...shared,
  method: "POST",
  summary: "Check a text as a project's .gitlab-ci.yml",
  auth: "token",
  role: "developer",
  params,
  body: { content: longText(), ...options },
  reads: ["blobs", "variables"],
});
