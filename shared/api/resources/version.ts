import { z } from "zod";
import { record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";

export const version = record({ version: z.string(), revision: z.string().default("") });

export const getVersion = operation({
  method: "GET",
  path: "/version",
  summary: "Version of the service",
  auth: "token",
  scope: "read_user",
  response: json(version),
  reads: ["version"],
  extension: "service",
});
