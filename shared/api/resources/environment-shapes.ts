import { z } from "zod";
import { record, timestamp } from "../contract/fields.ts";
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
