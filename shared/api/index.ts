import type { AnyOperation } from "./contract/operation.ts";
import * as branches from "./resources/branches.ts";
import * as ciLint from "./resources/ci-lint.ts";
import * as ciSettings from "./resources/ci-settings.ts";
import * as commits from "./resources/commits.ts";
import * as deployKeys from "./resources/deploy-keys.ts";
import * as deployments from "./resources/deployments.ts";
import * as discussions from "./resources/discussions.ts";
import * as environments from "./resources/environments.ts";
import * as files from "./resources/files.ts";
import * as groups from "./resources/groups.ts";
import * as issues from "./resources/issues.ts";
import * as jobArtifacts from "./resources/job-artifacts.ts";
import * as jobs from "./resources/jobs.ts";
import * as keys from "./resources/keys.ts";
import * as labels from "./resources/labels.ts";
import * as local from "./resources/local-repositories.ts";
import * as members from "./resources/members.ts";
import * as mergeRequestApprovals from "./resources/merge-request-approvals.ts";
import * as mergeRequestBlocks from "./resources/merge-request-blocks.ts";
import * as mergeRequestMerges from "./resources/merge-request-merges.ts";
import * as mergeRequests from "./resources/merge-requests.ts";
import * as mergeTrains from "./resources/merge-trains.ts";
import * as metadata from "./resources/metadata.ts";
import * as milestones from "./resources/milestones.ts";
import * as notes from "./resources/notes.ts";
import * as notificationSettings from "./resources/notification-settings.ts";
import * as personalAccessTokens from "./resources/personal-access-tokens.ts";
import * as pipelineSchedules from "./resources/pipeline-schedules.ts";
import * as pipelineTestReports from "./resources/pipeline-test-reports.ts";
import * as pipelines from "./resources/pipelines.ts";
import * as projectAccessTokens from "./resources/project-access-tokens.ts";
import * as projectActions from "./resources/project-actions.ts";
import * as projectHooks from "./resources/project-hooks.ts";
import * as projectSnippets from "./resources/project-snippets.ts";
import * as projects from "./resources/projects.ts";
import * as protectedBranches from "./resources/protected-branches.ts";
import * as protectedTags from "./resources/protected-tags.ts";
import * as reactions from "./resources/reactions.ts";
import * as releaseLinks from "./resources/release-links.ts";
import * as releases from "./resources/releases.ts";
import * as repository from "./resources/repository.ts";
import * as runners from "./resources/runners.ts";
import * as search from "./resources/search.ts";
import * as snippets from "./resources/snippets.ts";
import * as sshKeys from "./resources/ssh-keys.ts";
import * as submodules from "./resources/submodules.ts";
import * as systemHooks from "./resources/system-hooks.ts";
import * as tags from "./resources/tags.ts";
import * as todos from "./resources/todos.ts";
import * as uploads from "./resources/uploads.ts";
import * as users from "./resources/users.ts";
import * as variables from "./resources/variables.ts";
import * as version from "./resources/version.ts";
import * as wikis from "./resources/wikis.ts";

const resources = [
  branches,
  ciLint,
  ciSettings,
  commits,
  deployKeys,
  deployments,
  discussions,
  environments,
  files,
  groups,
  issues,
  jobArtifacts,
  jobs,
  keys,
  labels,
  local,
  members,
  mergeRequestApprovals,
  mergeRequestBlocks,
  mergeRequestMerges,
  mergeRequests,
  mergeTrains,
  metadata,
  milestones,
  notes,
  notificationSettings,
  personalAccessTokens,
  pipelineSchedules,
  pipelineTestReports,
  pipelines,
  projectActions,
  projectAccessTokens,
  projectHooks,
  projectSnippets,
  projects,
  protectedBranches,
  protectedTags,
  reactions,
  releaseLinks,
  releases,
  repository,
  runners,
  search,
  snippets,
  sshKeys,
  submodules,
  systemHooks,
  tags,
  todos,
  uploads,
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
