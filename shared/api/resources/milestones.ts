import { z } from "zod";
import { idOrPath } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { milestone } from "./merge-request-shapes.ts";

/* For filters and forms. Not in the documents; where a service lacks it, views fall back to the names that they have seen. */

export const listMilestones = operation({
  method: "GET",
  auth: "optional",
  extension: "service",
  paged: "offset",
  params: { id: idOrPath },
  path: "/projects/:id/milestones",
  summary: "Milestones of a project, the nearest first",
  query: { state: z.enum(["active", "closed"]).optional(), search: z.string().optional() },
  response: json(z.array(milestone)),
  reads: ["projects"],
});
