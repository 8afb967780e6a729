import { z } from "zod";
import { json, operation } from "./operation.ts";
import { project } from "./projects.ts";

/** Only Helve's own local service has these. */
export const openLocalRepository = operation({
  method: "POST",
  path: "/local/repositories",
  summary: "Add a git repository of this machine's disk as a project",
  auth: "admin",
  body: {
    path: z.string().min(1).describe("absolute path of a work tree or bare repository"),
    name: z.string().min(1).optional().describe("the folder's name where left out"),
  },
  response: json(project),
  status: 201,
  changes: ["projects"],
  extension: "local",
});
