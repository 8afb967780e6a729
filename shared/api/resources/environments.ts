import { z } from "zod";
import { idOrPath, record, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { job } from "./job-shapes.ts";
import { userSummary } from "./user-shapes.ts";

/** An environment of a list (Environments › Environment). */
export const environment = record({
  id: z.int(),
  name: z.string(),
  slug: z.string().optional(),
  external_url: z.string().nullish(),
  state: z.string().optional().describe("since 13.x"),
  tier: z.string().nullish().describe("since 13.10"),
  created_at: timestamp.optional().describe("absent in older services"),
});
export type Environment = z.output<typeof environment>;

/** A deployment (Deployments › Deployment). */
export const deployment = record({
  id: z.int(),
  iid: z.int(),
  ref: z.string(),
  sha: z.string(),
  created_at: timestamp,
  updated_at: timestamp.optional().describe("since 12.x"),
  status: z.string().optional().describe("since 12.x"),
  user: userSummary.nullish(),
  environment: environment.optional(),
  deployable: job.nullish(),
});
export type Deployment = z.output<typeof deployment>;

/** A single environment. */
export const environmentDetail = record({ ...environment.shape, last_deployment: deployment.nullish() });
export type EnvironmentDetail = z.output<typeof environmentDetail>;

const one = { id: idOrPath, environment_id: z.int() };
const reads = ["environments"] as const;

export const listEnvironments = operation({
  method: "GET",
  path: "/projects/:id/environments",
  summary: "Environments of a project",
  auth: "token",
  role: "reporter",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    name: z.string().optional().describe("since 12.x"),
    search: z.string().optional().describe("since 12.x"),
    states: z.string().optional().describe("since 13.x"),
  },
  response: json(z.array(environment)),
  reads,
});

export const getEnvironment = operation({
  method: "GET",
  path: "/projects/:id/environments/:environment_id",
  summary: "One environment with its last deployment",
  auth: "token",
  role: "reporter",
  params: one,
  response: json(environmentDetail),
  reads,
});

export const createEnvironment = operation({
  method: "POST",
  path: "/projects/:id/environments",
  summary: "Create an environment",
  auth: "token",
  role: "developer",
  params: { id: idOrPath },
  body: { name: z.string().min(1), external_url: z.string().optional() },
  response: json(environment),
  status: 201,
  changes: reads,
});

export const updateEnvironment = operation({
  method: "PUT",
  path: "/projects/:id/environments/:environment_id",
  summary: "Change an environment",
  auth: "token",
  role: "developer",
  params: one,
  body: { name: z.string().optional(), external_url: z.string().optional() },
  response: json(environment),
  changes: reads,
});

export const deleteEnvironment = operation({
  method: "DELETE",
  path: "/projects/:id/environments/:environment_id",
  summary: "Delete an environment",
  auth: "token",
  role: "developer",
  params: one,
  response: none,
  status: 204,
  changes: reads,
});

export const stopEnvironment = operation({
  method: "POST",
  path: "/projects/:id/environments/:environment_id/stop",
  summary: "Stop an environment",
  auth: "token",
  role: "developer",
  params: one,
  response: json(environment),
  changes: reads,
});

export const stopStaleEnvironments = operation({
  method: "POST",
  path: "/projects/:id/environments/stop_stale",
  summary: "Stop every environment without a change or deployment since a time",
  auth: "token",
  role: "maintainer",
  extension: "service",
  params: { id: idOrPath },
  body: { before: z.string().min(1).describe("date or time, a week ago at the latest") },
  response: none,
  changes: reads,
});
