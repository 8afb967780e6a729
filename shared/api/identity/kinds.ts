import type { z } from "zod";
import type { AnyOperation } from "../contract/operation.ts";
import { listBranches } from "../resources/branches.ts";
import { getCiLint } from "../resources/ci-lint.ts";
import { getCiSettings } from "../resources/ci-settings.ts";
import {
  cherryPickCommit,
  createCommitStatus,
  getCommit,
  getCommitDiff,
  listCommitComments,
  listCommitRefs,
  revertCommit,
} from "../resources/commits.ts";
import { listDeployKeys } from "../resources/deploy-keys.ts";
import { getDeployment } from "../resources/deployments.ts";
import { listDiscussions, replyToDiscussion } from "../resources/discussions.ts";
import { getEnvironment, listEnvironments } from "../resources/environments.ts";
import { createFile, getBlame, getFile } from "../resources/files.ts";
import { getGroup, listGroups, listSubgroups } from "../resources/groups.ts";
import {
  createIssue,
  listIssueClosingMergeRequests,
  listIssueParticipants,
  listIssueRelatedMergeRequests,
  listIssues,
  moveIssue,
} from "../resources/issues.ts";
import { getJob, listPipelineBridges, retryJob } from "../resources/jobs.ts";
import { getKey } from "../resources/keys.ts";
import { listLabels } from "../resources/labels.ts";
import {
  getOriginal,
  listAheadBehind,
  listLocalRepositories,
  pollOriginals,
} from "../resources/local-repositories.ts";
import { createInvitation, listInvitations, listProjectMembers } from "../resources/members.ts";
import {
  getApprovalState,
  getMergeRequestApprovals,
  listReviewers,
} from "../resources/merge-request-approvals.ts";
import { listMergeRequestBlocks } from "../resources/merge-request-blocks.ts";
import { cancelAutoMerge, rebaseMergeRequest } from "../resources/merge-request-merges.ts";
import {
  createMergeRequest,
  getMergeRequest,
  getMergeRequestChanges,
  getMergeRequestVersion,
  getTimeStats,
  listClosedIssues,
  listMergeRequestCommits,
  listMergeRequests,
  listMergeRequestVersions,
  resolveMergeConflicts,
} from "../resources/merge-requests.ts";
import { listMergeTrains } from "../resources/merge-trains.ts";
import { getMetadata } from "../resources/metadata.ts";
import { listMilestones } from "../resources/milestones.ts";
import { getMergeRequestNote } from "../resources/notes.ts";
import { getNotificationSettings } from "../resources/notification-settings.ts";
import { getTokenSelf } from "../resources/personal-access-tokens.ts";
import {
  createPipelineScheduleVariable,
  getPipelineSchedule,
  listPipelineSchedules,
} from "../resources/pipeline-schedules.ts";
import { getPipelineTestReport } from "../resources/pipeline-test-reports.ts";
import {
  createMergeRequestPipeline,
  getPipeline,
  listMergeRequestPipelines,
  listPipelines,
} from "../resources/pipelines.ts";
import { createProjectAccessToken, listProjectAccessTokens } from "../resources/project-access-tokens.ts";
import { forkProject, getImportStatus } from "../resources/project-actions.ts";
import { createProjectHook, resendProjectHookEvent } from "../resources/project-hooks.ts";
import { getProjectSnippetUserAgent } from "../resources/project-snippets.ts";
import { getProject } from "../resources/projects.ts";
import { protectBranch } from "../resources/protected-branches.ts";
import { protectTag } from "../resources/protected-tags.ts";
import { listMergeRequestReactions } from "../resources/reactions.ts";
import { getReleaseLink } from "../resources/release-links.ts";
import { getRelease } from "../resources/releases.ts";
import { compareRefs, getBlob, listContributors, listTree } from "../resources/repository.ts";
import { createRunner, getRunner, listRunners, registerRunner } from "../resources/runners.ts";
import { searchProjectBlobs } from "../resources/search.ts";
import { getSnippet } from "../resources/snippets.ts";
import { getCurrentUserKey } from "../resources/ssh-keys.ts";
import { createHook, listHookEvents, resendHookEvent, testHook } from "../resources/system-hooks.ts";
import { createTagRelease, getTag } from "../resources/tags.ts";
import { listTodos } from "../resources/todos.ts";
import { uploadProjectFile } from "../resources/uploads.ts";
import { getCurrentUserStatus, getUser } from "../resources/users.ts";
import { getVariable } from "../resources/variables.ts";
import { getVersion } from "../resources/version.ts";
import { getWikiPage, listWikiPageVersions, uploadWikiAttachment } from "../resources/wikis.ts";
import {
  fullPath,
  hash,
  name,
  number,
  type ObjectIdentity,
  objectSchema,
  type Required,
  type Shown,
  slug,
} from "./identity.ts";

type Shows = Readonly<Record<string, readonly Shown[]>>;
type Kind = readonly [AnyOperation, readonly Required[], Shows?, ...(readonly (readonly Required[])[])];

const inProject: Shows = { "projects/:id": [number("project_id")] };
const key: Shows = { "keys/:key_id": [number("id")], "keys/:id": [number("id")] };
const mergeRequest: Shows = {
  ...inProject,
  "merge_requests/:merge_request_iid": [number("iid")],
  source_branch: [name("source_branch")],
};
const issue: Shows = { ...inProject, "issues/:issue_iid": [number("iid")] };
const note: Shows = {
  ...inProject,
  "notes/:note_id": [number("id")],
  "merge_requests/:merge_request_iid": [number("noteable_iid")],
  "issues/:issue_iid": [number("noteable_iid")],
};
/** A note of an emoji alone is a reaction, and one of quick actions alone is no note. */
const inPlaceOfNote = [["id", "name"], ["commands_changes"]] as const;
const group: Shows = { "groups/:id": [number("id"), fullPath("full_path")], path: [name("path")] };
const environment: Shows = { "environments/:environment_id": [number("id")] };
const runner: Shows = { "runners/:id": [number("id")], runner_id: [number("id")] };
const pipeline: Shows = { ...inProject, "pipelines/:pipeline_id": [number("id")] };
const schedule: Shows = { "pipeline_schedules/:pipeline_schedule_id": [number("id")] };
const version: Shows = { "versions/:version_id": [number("id")] };
const release: Shows = { "releases/:tag_name": [name("tag_name")], tag_name: [name("tag_name")] };

/**
 * The kinds of objects in responses, each by an operation that responds with it: the fields that all of them have, the
 * parameters that they repeat, and what a service may send in their place.
 */
const kinds: readonly Kind[] = [
  [listBranches, ["name"], { "branches/:branch": [name("name")], branch: [name("name")] }],
  [protectBranch, ["name"], { name: [name("name")], "protected_branches/:name": [name("name")] }],
  [protectTag, ["name"], { name: [name("name")], "protected_tags/:name": [name("name")] }],
  [getCiLint, ["valid"]],
  [getCiSettings, ["run_jobs"]],
  [getCommit, ["id", ["title", "message"]], { ...inProject, "commits/:sha": [hash("id")] }],
  [listMergeRequestCommits, ["id", ["title", "message"]]],
  [createIssue, ["iid", "title"], issue],
  [listIssues, ["iid", "title"], inProject],
  [listIssueParticipants, ["id", "username"]],
  [getApprovalState, ["rules"]],
  [listReviewers, ["user"]],
  [listMergeRequestBlocks, ["id", ["blocked_merge_request", "blocking_merge_request"]]],
  [listMergeTrains, ["merge_request", "target_branch"]],
  [cancelAutoMerge, ["status"], {}, ["iid", "source_branch"]],
  [rebaseMergeRequest, ["rebase_in_progress"]],
  [listTodos, ["id", "action_name"], { "todos/:id": [number("id")] }],
  [listCommitComments, ["note"]],
  [createCommitStatus, ["sha", "status"], { "statuses/:sha": [hash("sha")], "commits/:sha": [hash("sha")] }],
  [getCommitDiff, ["old_path", "new_path"]],
  [listCommitRefs, ["type", "name"]],
  [getDeployment, ["id", "sha"], { "deployments/:deployment_id": [number("id")] }],
  [listDiscussions, ["id", "notes"], { "discussions/:discussion_id": [name("id")] }],
  [replyToDiscussion, ["id", "body"], note, ...inPlaceOfNote],
  [
    getMergeRequestNote,
    ["id", "body"],
    { ...note, "snippets/:snippet_id": [number("noteable_id")] },
    ...inPlaceOfNote,
  ],
  [listEnvironments, ["id", "name"], environment],
  [getEnvironment, ["id", "name"], environment],
  [
    createFile,
    ["file_path", "branch"],
    { "files/:file_path": [name("file_path")], branch: [name("branch")] },
  ],
  [getBlame, ["commit", "lines"]],
  [getFile, ["file_path", "content"], { "files/:file_path": [name("file_path")] }],
  [listGroups, ["id", "full_path"], group],
  [getGroup, ["id", "full_path"], group],
  [
    getProject,
    ["id", "path_with_namespace"],
    { "projects/:id": [number("id"), fullPath("path_with_namespace")] },
  ],
  [getJob, ["id", "name", "status"], { "jobs/:job_id": [number("id")] }],
  [listPipelineBridges, ["id", "name", "status"]],
  [getOriginal, ["project_id", "path"], inProject],
  [listLocalRepositories, ["project_id", "path"]],
  [listAheadBehind, ["id", "ahead"]],
  [pollOriginals, ["cursor"]],
  [getMergeRequest, ["iid", "title"], mergeRequest],
  [getMergeRequestChanges, ["iid", "title"], mergeRequest],
  [listMergeRequests, ["iid", "title"], inProject],
  [
    getMergeRequestApprovals,
    [["approved", "approvals_left", "approved_by", "user_has_approved"]],
    { "merge_requests/:merge_request_iid": [number("iid")] },
  ],
  [resolveMergeConflicts, ["id"]],
  [getTimeStats, ["time_estimate", "total_time_spent"]],
  [getMergeRequestVersion, ["id", "head_commit_sha"], version],
  [listMergeRequestVersions, ["id", "head_commit_sha"]],
  [getNotificationSettings, ["level"]],
  [getPipeline, ["id", "sha"], pipeline],
  [listPipelines, ["id", "sha"], pipeline],
  [getPipelineTestReport, [["test_suites", "total_count"]]],
  [listPipelineSchedules, ["id", "cron"], schedule],
  [getPipelineSchedule, ["id", "cron"], schedule],
  [createPipelineScheduleVariable, ["key"], { "variables/:key": [name("key")], key: [name("key")] }],
  [listLabels, ["id", "name"]],
  [listMilestones, ["id", "title"], { ...inProject, "milestones/:milestone_id": [number("id")] }],
  [
    listProjectMembers,
    ["id", "username"],
    { "all/:user_id": [number("id")], "members/:user_id": [number("id")], user_id: [number("id")] },
  ],
  [listInvitations, ["invite_email"]],
  [createInvitation, ["status"]],
  [getImportStatus, ["id", "import_status"], { "projects/:id": [number("id")] }],
  [
    getSnippet,
    ["id", "title"],
    { ...inProject, "snippets/:id": [number("id")], "snippets/:snippet_id": [number("id")] },
  ],
  [getProjectSnippetUserAgent, ["user_agent"]],
  [listMergeRequestReactions, ["id", "name"]],
  [getRelease, [["tag_name", "description"]], release],
  [getReleaseLink, ["id", "name", "url"], { "links/:link_id": [number("id")], name: [name("name")] }],
  [createTagRelease, ["tag_name"], { "tags/:tag_name": [name("tag_name")] }],
  [compareRefs, ["commits", "diffs"]],
  [getBlob, ["sha", "content"], { "blobs/:sha": [hash("sha")] }],
  [listContributors, ["name", "email"]],
  [listTree, ["path", "type"]],
  [createRunner, ["id", "token"]],
  [registerRunner, ["id", "token"]],
  [listRunners, ["id", "description"], runner],
  [getRunner, ["id", "description"], runner],
  [searchProjectBlobs, ["data", "ref"], inProject],
  [getCurrentUserKey, ["id", "key"], key],
  [getKey, ["id", "key"], key],
  [createHook, ["id", "url"]],
  [createProjectHook, ["id", "url"], { ...inProject, "hooks/:hook_id": [number("id")] }],
  [listProjectAccessTokens, ["id", "name"], { "access_tokens/:token_id": [number("id")] }],
  [createProjectAccessToken, ["id", "token"]],
  [listDeployKeys, ["id", "title"], { "deploy_keys/:key_id": [number("id")] }],
  [resendProjectHookEvent, ["response_status"]],
  [listHookEvents, ["id"]],
  [resendHookEvent, ["response_status"]],
  // Before 14.9 a sample event, then the hook.
  [testHook, ["event_name"], {}, ["id", "url"]],
  [getTag, ["name"], { "tags/:tag_name": [name("name")], tag_name: [name("name")] }],
  [getUser, ["id", "username"], { "users/:id": [number("id")] }],
  // Of a user without a status some services send an empty object.
  [getCurrentUserStatus, ["emoji"]],
  [getVariable, ["key"], { "variables/:key": [name("key")], key: [name("key")] }],
  [getMetadata, ["version"]],
  [getVersion, ["version"]],
  [getTokenSelf, ["id", "name"]],
  [getWikiPage, ["slug", "title"], { "wikis/:slug": [slug("slug")] }],
  [listWikiPageVersions, ["id", "slug"]],
  [uploadProjectFile, ["url", "markdown"]],
  [uploadWikiAttachment, ["file_path"]],
];

/** Parameters that the responses of single operations do not repeat. */
const exceptions: readonly (readonly [AnyOperation, readonly string[]])[] = [
  // A new commit is made.
  [cherryPickCommit, ["commits/:sha"]],
  [revertCommit, ["commits/:sha"]],
  // A new project is made.
  [forkProject, ["projects/:id", "path"]],
  // The groups below it.
  [listSubgroups, ["groups/:id"]],
  // A new job is made.
  [retryJob, ["jobs/:job_id"]],
  // It belongs to the target project, which may be another one.
  [createMergeRequest, ["projects/:id"]],
  // Pipelines of a fork's branch belong to the fork.
  [createMergeRequestPipeline, ["projects/:id"]],
  [listMergeRequestPipelines, ["projects/:id"]],
  // It is continued in another project.
  [moveIssue, ["projects/:id", "issues/:issue_iid"]],
  // They may be of other projects.
  [listClosedIssues, ["projects/:id"]],
  [listIssueClosingMergeRequests, ["projects/:id"]],
  [listIssueRelatedMergeRequests, ["projects/:id"]],
];

const bySchema = new Map<z.ZodType, ObjectIdentity>(
  kinds.map(([operation, fields, shows = {}, ...or]) => [
    objectSchema(operation) as z.ZodType,
    { fields, shows, or },
  ]),
);
const without = new Map(exceptions);

/** Returns the identity of what an operation responds with; undefined where that is not JSON. */
export function operationIdentity(operation: AnyOperation): ObjectIdentity | undefined {
  const schema = objectSchema(operation);
  const identity = schema && bySchema.get(schema);
  const hidden = without.get(operation);
  if (!identity || !hidden) return identity;
  const shows = Object.fromEntries(Object.entries(identity.shows).filter(([name]) => !hidden.includes(name)));
  return { ...identity, shows };
}
