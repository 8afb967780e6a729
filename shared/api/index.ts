import * as branches from "./branches.ts";
import * as commits from "./commits.ts";
import * as files from "./files.ts";
import * as groups from "./groups.ts";
import * as local from "./local.ts";
import type { AnyOperation } from "./operation.ts";
import * as projects from "./projects.ts";
import * as repository from "./repository.ts";
import * as tags from "./tags.ts";
import * as users from "./users.ts";
import * as version from "./version.ts";

const resources = [branches, commits, files, groups, local, projects, repository, tags, users, version];

const isOperation = (value: object): value is AnyOperation =>
  "method" in value && "path" in value && "input" in value;

/** Every operation of the contract by the name under which it is exported. */
export const operations: Readonly<Record<string, AnyOperation>> = Object.fromEntries(
  resources.flatMap((resource) =>
    Object.entries(resource).flatMap(([name, value]) =>
      typeof value === "object" && isOperation(value) ? [[name, value] as const] : [],
    ),
  ),
);
