import { z } from "zod";
import { idOrPath, openEnum, type Raw, record, secret, timestamp, versioned } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";
import { job } from "./job-shapes.ts";

/**
 * The runner of any version: newer services have `paused` instead of `active` and no `is_shared`, older ones neither
 * `runner_type` nor `status`.
 */
const readRunner = (raw: Raw): Raw => {
  const known = typeof raw.paused === "boolean" || typeof raw.active === "boolean";
  const paused = typeof raw.paused === "boolean" ? raw.paused : raw.active === false;
  const connection = raw.online === true ? "online" : raw.online === false ? "offline" : null;
  const shared =
    raw.is_shared ?? (raw.runner_type === undefined ? undefined : raw.runner_type === "instance_type");
  return {
    ...raw,
    ...(known ? { active: !paused, paused } : {}),
    ...(shared === undefined ? {} : { is_shared: shared }),
    // Old services do not send whether a runner that is not shared is a group's or a project's.
    ...(raw.runner_type === undefined && raw.is_shared === true ? { runner_type: "instance_type" } : {}),
    status:
      raw.status ??
      (paused ? "paused" : (connection ?? (raw.online === null ? "never_contacted" : "unknown"))),
  };
};

/** A runner of a list (Runners › Runner). */
export const runner = versioned(
  record({
    id: z.int(),
    description: z.string().nullable().default(null),
    active: z.boolean().default(true),
    paused: z.boolean().optional().describe("since 14.8: not `active`"),
    is_shared: z.boolean().default(false),
    runner_type: openEnum("instance_type", "group_type", "project_type").optional().describe("since 11.x"),
    ip_address: z.string().nullish(),
    name: z.string().nullish(),
    online: z.boolean().nullish(),
    status: openEnum("online", "offline", "paused", "stale", "never_contacted"),
  }),
  readRunner,
);
export type Runner = z.output<typeof runner>;

/** A machine that asks for jobs with a runner's token. */
const runnerMachine = record({
  system_id: z.string(),
  version: z.string().nullish(),
  platform: z.string().nullish(),
  architecture: z.string().nullish(),
  ip_address: z.string().nullish(),
  contacted_at: timestamp,
});

/** A single runner; Helve never stores its secret token. */
export const runnerDetail = versioned(
  record({
    ...runner.shape,
    architecture: z.string().nullish(),
    platform: z.string().nullish(),
    revision: z.string().nullish(),
    version: z.string().nullish(),
    contacted_at: timestamp.nullish(),
    projects: z
      .array(
        record({
          id: z.int(),
          name: z.string(),
          name_with_namespace: z.string(),
          path: z.string(),
          path_with_namespace: z.string(),
        }),
      )
      .default([]),
    token: secret().nullish(),
    tag_list: z.array(z.string()).default([]),
    run_untagged: z.boolean().optional(),
    locked: z.boolean().optional(),
    access_level: openEnum("not_protected", "ref_protected").optional(),
    maximum_timeout: z.int().nullish(),
    machines: z
      .array(runnerMachine)
      .optional()
      .describe("machines with its token, last contact first, for who may change it: local service only"),
  }),
  readRunner,
);
export type RunnerDetail = z.output<typeof runnerDetail>;

const reads = ["runners"] as const;
/** The documents name the states online, offline and paused; services since 14.6 have two more. */
const runnerVersion = z
  .string()
  .regex(/^\d+\.\d+/)
  .optional()
  .describe("version whose states are wanted: since 14.6 also stale and never_contacted; local service only");
const filters = {
  scope: z.enum(["active", "paused", "online", "offline"]).optional(),
  type: z.enum(["instance_type", "group_type", "project_type"]).optional(),
  status: z.enum(["active", "paused", "online", "offline", "stale", "never_contacted"]).optional(),
  tag_list: z.array(z.string()).optional(),
  version: runnerVersion,
};
const list = {
  method: "GET",
  paged: "offset",
  response: json(z.array(runner)),
  reads,
  deprecated: ["scope"],
} as const;

export const listRunners = operation({
  ...list,
  path: "/runners",
  summary: "Runners that the caller owns",
  auth: "token",
  query: filters,
});

export const listAllRunners = operation({
  ...list,
  path: "/runners/all",
  summary: "Every runner of the service",
  auth: "admin",
  query: {
    ...filters,
    scope: z.enum(["active", "paused", "online", "offline", "specific", "shared"]).optional(),
  },
});

export const getRunner = operation({
  method: "GET",
  path: "/runners/:id",
  summary: "One runner",
  auth: "token",
  params: { id: z.int() },
  query: { version: runnerVersion },
  response: json(runnerDetail),
  reads,
});

const creatable = {
  description: z.string().optional(),
  tag_list: z.array(z.string()).optional().describe("the full resulting list"),
  run_untagged: z.boolean().optional(),
  locked: z.boolean().optional(),
  access_level: z.enum(["not_protected", "ref_protected"]).optional(),
  maximum_timeout: z.int().nullable().optional().describe("seconds; null for no limit"),
};
const settable = { ...creatable, active: z.boolean().optional() };

export const updateRunner = operation({
  method: "PUT",
  path: "/runners/:id",
  summary: "Change a runner",
  auth: "token",
  params: { id: z.int() },
  body: { ...settable, paused: z.boolean().optional().describe("since 14.8") },
  response: json(runnerDetail),
  changes: reads,
});

export const deleteRunner = operation({
  method: "DELETE",
  path: "/runners/:id",
  summary: "Delete a runner",
  auth: "token",
  params: { id: z.int() },
  response: none,
  status: 204,
  changes: reads,
});

export const listRunnerJobs = operation({
  method: "GET",
  path: "/runners/:id/jobs",
  summary: "Jobs of a runner",
  auth: "token",
  paged: "offset",
  params: { id: z.int() },
  query: {
    status: z.enum(["running", "success", "failed", "canceled"]).optional(),
    order_by: z.enum(["id"]).optional(),
    sort: z.enum(["asc", "desc"]).optional(),
  },
  response: json(z.array(job)),
  reads: ["runners", "jobs"],
});

export const listProjectRunners = operation({
  ...list,
  path: "/projects/:id/runners",
  summary: "Runners that a project may use",
  auth: "token",
  role: "maintainer",
  params: { id: idOrPath },
  query: filters,
});

export const enableProjectRunner = operation({
  method: "POST",
  path: "/projects/:id/runners",
  summary: "Enable a runner for a project",
  auth: "token",
  role: "maintainer",
  params: { id: idOrPath },
  body: { runner_id: z.int() },
  response: json(runner),
  status: 201,
  changes: reads,
});

export const disableProjectRunner = operation({
  method: "DELETE",
  path: "/projects/:id/runners/:runner_id",
  summary: "Disable a runner for a project",
  auth: "token",
  role: "maintainer",
  params: { id: idOrPath, runner_id: z.int() },
  response: none,
  status: 204,
  changes: reads,
});

/** These three carry a runner's own credential instead of the caller's. */
const credential = { token: z.string().min(1) };

/** A runner's own description of itself, as it sends it with every call; newer runners add fields. */
const runnerInfo = record({
  name: z.string().optional(),
  version: z.string().optional(),
  revision: z.string().optional(),
  platform: z.string().optional(),
  architecture: z.string().optional(),
  executor: z.string().optional(),
  shell: z.string().optional(),
  features: z.record(z.string(), z.unknown()).optional(),
  config: z.record(z.string(), z.unknown()).optional(),
});
export type RunnerInfo = z.output<typeof runnerInfo>;

export const registerRunner = operation({
  method: "POST",
  path: "/runners",
  summary: "Register a runner with a registration token",
  auth: "optional",
  body: {
    ...credential,
    ...settable,
    paused: z.boolean().optional().describe("since 14.8: not `active`"),
    info: runnerInfo.optional().describe("the runner's description of itself"),
  },
  response: json(record({ id: z.int(), token: secret() })),
  status: 201,
  changes: reads,
});

/** Creates a runner for the caller, who registers its machine with the token; services since 15.11 have it. */
export const createRunner = operation({
  method: "POST",
  path: "/user/runners",
  summary: "Create a runner",
  auth: "token",
  extension: "service",
  body: {
    runner_type: z.enum(["instance_type", "group_type", "project_type"]),
    group_id: z.int().optional().describe("required for a group runner"),
    project_id: z.int().optional().describe("required for a project runner"),
    ...creatable,
    paused: z.boolean().optional(),
  },
  response: json(record({ id: z.int(), token: secret(), token_expires_at: timestamp.nullish() })),
  status: 201,
  changes: reads,
});

export const deleteRunnerByToken = operation({
  method: "DELETE",
  path: "/runners",
  summary: "Delete a runner with its own token",
  auth: "optional",
  body: credential,
  response: none,
  status: 204,
  changes: reads,
});

export const verifyRunner = operation({
  method: "POST",
  path: "/runners/verify",
  summary: "Verify a runner's token",
  auth: "optional",
  body: { ...credential, system_id: z.string().max(64).optional().describe("the machine that verifies it") },
  response: none,
  reads,
});
