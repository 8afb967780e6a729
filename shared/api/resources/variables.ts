import { z } from "zod";
import { idOrPath, longText, openEnum, record, secret } from "../contract/fields.ts";
import { json, none, operation } from "../contract/operation.ts";

/** A CI variable of a project. Not in the two documents; as services since 8.0 have it. */
const variable = record({
  key: z.string(),
  value: secret().nullish().describe("null where it is hidden"),
  variable_type: openEnum("env_var", "file")
    .default("env_var")
    .describe("`file`: jobs get the path of a file"),
  environment_scope: z
    .string()
    .default("*")
    .describe("jobs of these environments get it: a name, or a pattern such as `review/*`"),
  protected: z.boolean().default(false).describe("only for jobs of protected branches"),
  masked: z.boolean().default(false).describe("replaced in what jobs print"),
  hidden: z.boolean().optional().describe("never shown again; since 17.4"),
  raw: z.boolean().optional().describe("`$` stands for itself; since 15.7"),
  description: z.string().nullish().describe("since 16.2"),
});
export type Variable = z.output<typeof variable>;

const list = { id: idOrPath };
const one = { ...list, key: z.string().min(1) };
const ofScope = {
  filter: z
    .strictObject({ environment_scope: z.string() })
    .optional()
    .describe("which one is meant where a key is there for several environments"),
};
const fields = {
  environment_scope: z.string().min(1).max(255).optional().describe("`*` unless given"),
  variable_type: z.enum(["env_var", "file"]).optional(),
  protected: z.boolean().optional(),
  masked: z.boolean().optional(),
  raw: z.boolean().optional(),
  description: z.string().max(255).optional(),
};
const shared = { auth: "token", role: "maintainer", extension: "service" } as const;

export const listVariables = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/variables",
  summary: "CI variables of a project",
  paged: "offset",
  params: list,
  response: json(z.array(variable)),
  reads: ["variables"],
});

export const getVariable = operation({
  ...shared,
  method: "GET",
  path: "/projects/:id/variables/:key",
  summary: "One CI variable",
  params: one,
  query: ofScope,
  response: json(variable),
  reads: ["variables"],
});

export const createVariable = operation({
  ...shared,
  method: "POST",
  path: "/projects/:id/variables",
  summary: "Add a CI variable",
  params: list,
  body: {
    key: z.string().min(1).max(255),
    value: longText(),
    masked_and_hidden: z.boolean().optional().describe("masked, and never shown again; since 17.4"),
    ...fields,
  },
  response: json(variable),
  status: 201,
  changes: ["variables"],
});

export const updateVariable = operation({
  ...shared,
  method: "PUT",
  path: "/projects/:id/variables/:key",
  summary: "Change a CI variable",
  params: one,
  query: ofScope,
  body: { value: longText().optional(), ...fields },
  response: json(variable),
  changes: ["variables"],
});

export const deleteVariable = operation({
  ...shared,
  method: "DELETE",
  path: "/projects/:id/variables/:key",
  summary: "Delete a CI variable",
  params: one,
  query: ofScope,
  response: none,
  status: 204,
  changes: ["variables"],
});
