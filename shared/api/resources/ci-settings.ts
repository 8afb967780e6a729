import { z } from "zod";
import { idOrPath, record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

/** Whether the jobs of a project run on this machine, with the rights of who started Helve, and on others. */
const ciSettings = record({
  run_jobs: z.boolean(),
  other_runners: z.boolean().default(false).describe("other runners ask for the project's jobs"),
});

export const getCiSettings = operation({
  method: "GET",
  path: "/local/projects/:id/ci",
  summary: "Setting that runs a project's jobs on this computer",
  auth: "token",
  role: "reporter",
  params: { id: idOrPath },
  response: json(ciSettings),
  reads: ["projects"],
  extension: "local",
});

export const updateCiSettings = operation({
  method: "PUT",
  path: "/local/projects/:id/ci",
  summary: "Change the setting that runs a project's jobs on this computer",
  auth: "token",
  role: "maintainer",
  params: { id: idOrPath },
  body: { run_jobs: z.boolean() },
  response: json(ciSettings),
  changes: ["projects"],
  extension: "local",
});
