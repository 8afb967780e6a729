import { z } from "zod";
import { record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { version } from "./version.ts";

export const getMetadata = operation({
  method: "GET",
  path: "/metadata",
  summary: "Version of the service, in services since 15.2",
  auth: "token",
  scope: "read_user",
  response: json(record({ ...version.shape, enterprise: z.boolean().optional() })),
  reads: ["version"],
  extension: "service",
});
