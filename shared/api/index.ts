import * as branches from "./branches.ts";
import * as ciSettings from "./ci-settings.ts";
import * as commits from "./commits.ts";
import * as deployments from "./deployments.ts";
import * as discussions from "./discussions.ts";
import * as environments from "./environments.ts";
import * as files from "./files.ts";
import * as groups from "./groups.ts";
import * as jobs from "./jobs.ts";
import * as local from "./local.ts";
import * as mergeRequestChanges from "./merge-request-changes.ts";
import * as mergeRequests from "./merge-requests.ts";
import * as notes from "./notes.ts";
import * as notificationSettings from "./notification-settings.ts";
import type { AnyOperation } from "./operation.ts";
import * as pipelines from "./pipelines.ts";
import * as projectLists from "./project-lists.ts";
import * as projectSnippets from "./project-snippets.ts";
import * as projects from "./projects.ts";
import * as reactions from "./reactions.ts";
import * as releases from "./releases.ts";
import * as repository from "./repository.ts";
import * as runners from "./runners.ts";
import * as search from "./search.ts";
import * as snippets from "./snippets.ts";
import * as sshKeys from "./ssh-keys.ts";
import * as submodules from "./submodules.ts";
import * as systemHooks from "./system-hooks.ts";
import * as tags from "./tags.ts";
import * as users from "./users.ts";
import * as variables from "./variables.ts";
import * as version from "./version.ts";
import * as wikis from "./wikis.ts";

const resources = [
  branches,
  ciSettings,
  commits,
  deployments,
  discussions,
  environments,
  files,
  groups,
  jobs,
  local,
  mergeRequestChanges,
  mergeRequests,
  notes,
  notificationSettings,
  pipelines,
  projectLists,
  projectSnippets,
  projects,
  reactions,
  releases,
  repository,
  runners,
  search,
  snippets,
  sshKeys,
  submodules,
  systemHooks,
  tags,
  users,
  variables,
  version,
  wikis,
];

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
