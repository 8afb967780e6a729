import { z } from "zod";
import { idOrPath, record, secret, timestamp } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";

/** A public SSH key that programs read or write a project with. Not in the two documents. */
const deployKey = record({
  id: z.int(),
  title: z.string(),
  key: secret(),
  fingerprint: z.string().nullish(),
  fingerprint_sha256: z.string().nullish(),
  can_push: z.boolean().optional().describe("of this project; lists of a whole service leave it out"),
  created_at: timestamp.nullish(),
  expires_at: timestamp.nullish(),
});
export type DeployKey = z.output<typeof deployKey>;

const inProject = { id: idOrPath };
const one = { ...inProject, key_id: z.int() };
const shared = { auth: "token", role: "maintainer", extension: "service" } as const;

/** Keys of all projects, from which an administrator enables one. */
export const listAllDeployKeys = operation({
  method: "GET",
  path: "/deploy_keys",
  summary: "Deploy keys of the whole service",
  auth: "admin",
  extension: "service",
  paged: "offset",
  response: json(z.array(deployKey)),
  reads: ["deploy_keys"],
});

export const listDeployKeys = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/deploy_keys",
  summary: "Deploy keys of a project",
  paged: "offset",
  params: inProject,
  response: json(z.array(deployKey)),
  reads: ["deploy_keys"],
});

export const getDeployKey = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/deploy_keys/:key_id",
  summary: "One deploy key",
  params: one,
  response: json(deployKey),
  reads: ["deploy_keys"],
});

export const createDeployKey = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/deploy_keys",
  summary: "Add a deploy key",
  params: inProject,
  body: {
    title: z.string().min(1).max(255),
    key: z.string().min(1).describe("public key, as in a `.pub` file"),
    can_push: z.boolean().optional().describe("false unless given"),
    expires_at: timestamp.optional(),
  },
  response: json(deployKey),
  status: 201,
  changes: ["deploy_keys"],
});

export const updateDeployKey = operation({
  ...shared,
  method: "PUT",
  path: "/projects/:id/deploy_keys/:key_id",
  summary: "Change the title of a deploy key, or whether it may push",
  params: one,
  body: { title: z.string().min(1).max(255).optional(), can_push: z.boolean().optional() },
  response: json(deployKey),
  changes: ["deploy_keys"],
});

export const enableDeployKey = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/deploy_keys/:key_id/enable",
  summary: "Give a deploy key of another project access to this one",
  params: one,
  response: json(deployKey),
  status: 201,
  changes: ["deploy_keys"],
});

export const deleteDeployKey = operation({
  ...shared,
  method: "DELETE",
  path: "/projects/:id/deploy_keys/:key_id",
  summary: "Take a deploy key from a project; one that no other project has is deleted",
  params: one,
  response: none,
  status: 204,
  changes: ["deploy_keys"],
});
