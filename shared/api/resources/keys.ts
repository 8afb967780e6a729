import { z } from "zod";
import { record } from "../contract/fields.ts";
import { json, operation } from "../contract/operation.ts";
import { sshKey } from "./ssh-keys.ts";
import { user, userSummary } from "./user-shapes.ts";

export const getKey = operation({
  method: "GET",
  path: "/keys/:id",
  summary: "An SSH key with its user",
  auth: "admin",
  params: { id: z.int() },
  response: json(record({ ...sshKey.shape, user: record({ ...user.shape, ...userSummary.shape }) })),
  reads: ["keys"],
});
