import { z } from "zod";
import { idOrPath, sort } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { deployment } from "./environments.ts";

export const listDeployments = operation({
  method: "GET",
  path: "/projects/:id/deployments",
  summary: "Deployments of a project",
  auth: "token",
  role: "reporter",
  paged: "offset",
  params: { id: idOrPath },
  query: {
    order_by: z
      .enum(["id", "iid", "created_at", "updated_at", "ref"])
      .optional()
      .describe("id where left out"),
    sort: sort.optional().describe("asc where left out"),
    environment: z.string().optional().describe("since 12.x"),
    status: z.string().optional().describe("since 12.x"),
  },
  response: json(z.array(deployment)),
  reads: ["deployments"],
});

export const getDeployment = operation({
  method: "GET",
  path: "/projects/:id/deployments/:deployment_id",
  summary: "One deployment",
  auth: "token",
  role: "reporter",
  params: { id: idOrPath, deployment_id: z.int() },
  response: json(deployment),
  reads: ["deployments"],
});
