import type { z } from "zod";
import type { AnyOperation } from "../../../../shared/api/contract/operation.ts";
import { definitionOf, unwrap } from "../../../../shared/api/contract/schema-walk.ts";

/**
 * Kind of what a parameter names. `child`: a part of what the path names first. `object`: a commit, blob or ref of its repository.
 * `across`: something that may be elsewhere, for which the table has rows. `name`: what is new, or a name that only means
 * something within it. `user`: a person, whom every caller with a token may know.
 */
type SecondIdKind = "child" | "object" | "across" | "name" | "user";

const naming =
  /(?:^|_)(?:id|ids|iid|iids|sha|shas|ref|refs|branch|base|from|to|username|project|group|path|slug|user|version)$|^(?:ref|tag)_name$/;

const kinds: Readonly<Record<string, SecondIdKind>> = {
  award_id: "child",
  block_id: "child",
  deployment_id: "child",
  discussion_id: "child",
  environment_id: "child",
  event_id: "child",
  hook_id: "child",
  iids: "child",
  issue_iid: "child",
  job_id: "child",
  key_id: "child",
  move_after_id: "child",
  move_before_id: "child",
  label_id: "child",
  link_id: "child",
  merge_request_iid: "child",
  note_id: "child",
  pipeline_id: "child",
  pipeline_schedule_id: "child",
  snippet_id: "child",
  token_id: "child",
  version_id: "child",

  base: "object",
  content_ref: "object",
  default_branch: "object",
  dry_run_ref: "object",
  base_sha: "object",
  from: "object",
  head_sha: "object",
  ids: "object",
  last_commit_id: "object",
  ref: "object",
  ref_name: "object",
  refs: "object",
  sha: "object",
  source_sha: "object",
  start_sha: "object",
  target_sha: "object",
  to: "object",

  blocking_merge_request_id: "across",
  file_template_project_id: "across",
  group_id: "across",
  milestone_id: "across",
  namespace_id: "across",
  parent_id: "across",
  project_id: "across",
  runner_id: "across",
  target_project_id: "across",
  to_project_id: "across",

  artifact_path: "name",
  branch: "name",
  direct_asset_path: "name",
  // A commit of the submodule's own repository, which is not looked up.
  commit_sha: "name",
  file_path: "name",
  new_path: "name",
  old_path: "name",
  path: "name",
  previous_path: "name",
  slug: "name",
  source_branch: "name",
  start_branch: "name",
  tag_name: "name",
  target_branch: "name",
  // A machine of a runner, which is not looked up.
  system_id: "name",
  version: "name",

  user_id: "user",
  assignee_id: "user",
  assignee_ids: "user",
  author_id: "user",
  author_username: "user",
  assignee_username: "user",
  reviewer_id: "user",
  reviewer_ids: "user",
  username: "user",
};

/** Parameters with another meaning than elsewhere. */
const exceptions: Readonly<Record<string, SecondIdKind>> = {
  // Versions of snippets have one name.
  "getRawProjectSnippetFile.ref": "name",
  "getRawSnippetFile.ref": "name",
  // A label of the status, which is no ref.
  "createCommitStatus.ref": "name",
  "getWikiPage.version": "object",
  // Stored with the comment; lines are looked up in the other two.
  "createDiscussion.position.start_sha": "name",
  // An entry of the rule that the path names: `protected-branches.contract.test.ts`.
  "updateProtectedBranch.allowed_to_push.id": "name",
  "updateProtectedBranch.allowed_to_merge.id": "name",
  "updateProtectedBranch.allowed_to_unprotect.id": "name",
  // A key of another project, which the caller may change.
  "enableDeployKey.key_id": "across",
  // The number of a new issue, which owners may choose.
  "createIssue.iid": "name",
  // Of the project or group that the path names.
  "getMilestone.milestone_id": "child",
  "listMilestoneIssues.milestone_id": "child",
  "listMilestoneMergeRequests.milestone_id": "child",
  "updateMilestone.milestone_id": "child",
  "deleteMilestone.milestone_id": "child",
  "promoteMilestone.milestone_id": "child",
  "getGroupMilestone.milestone_id": "child",
  "listGroupMilestoneIssues.milestone_id": "child",
  "listGroupMilestoneMergeRequests.milestone_id": "child",
  "updateGroupMilestone.milestone_id": "child",
  "deleteGroupMilestone.milestone_id": "child",
  // The branch of a README that is made, and a group that the caller may make projects in, as `createProject.namespace_id`.
  "createProject.default_branch": "name",
  "forkProject.namespace_path": "name",
  // Filters by number within what the path names.
  "listMilestones.iids": "name",
  "listGroupMilestones.iids": "name",
  // Filters by text: they find rows of the project that the path names.
  "listPipelines.ref": "name",
  "listPipelines.sha": "name",
  "listCommitStatuses.ref": "name",
  "getRefArtifacts.ref_name": "name",
  "getRefArtifactFile.ref_name": "name",
};

/** Returns the kind of a parameter of an operation, undefined where nobody has said it. */
export const kindOf = (operation: string, field: string): SecondIdKind | undefined =>
  exceptions[`${operation}.${field}`] ?? kinds[field.split(".").at(-1) ?? ""];

/** Returns the parameters of an operation that name things, but for the first one of its path; those inside others dotted. */
export function namingFields({ path, input }: AnyOperation): string[] {
  const first = /[:*](\w+)/.exec(path)?.[1];
  return [...new Set(walk(input, ""))].filter((field) => field !== first);
}

function walk(schema: z.ZodType, above: string): string[] {
  const { type, shape = {}, element, options = [] } = definitionOf(unwrap(schema));
  if (type === "array" && element) return walk(element, above);
  if (type === "union") return options.flatMap((option) => walk(option, above));
  return Object.entries(shape).flatMap(([name, inner]) => {
    const at = above === "" ? name : `${above}.${name}`;
    const { type: kind } = definitionOf(unwrap(inner));
    const names = naming.test(name) && kind !== "object" && kind !== "boolean";
    return [...(names ? [at] : []), ...walk(inner, at)];
  });
}
