import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { operationKey } from "./contract/call-facts.ts";
import { parseInput } from "./contract/encode.ts";
import { InvalidInput } from "./contract/encode-values.ts";
import type { AnyOperation, Auth, TokenScope } from "./contract/operation.ts";
import { readResponse } from "./contract/read-response.ts";
import { describeOperation } from "./contract/reference.ts";
import { definitionOf, schemaAt, unwrap } from "./contract/schema-walk.ts";
import { operations } from "./index.ts";
import { branch } from "./resources/branches.ts";
import { commit, diffEntry } from "./resources/commit-shapes.ts";
import { commitComment, commitStatus, createCommit } from "./resources/commits.ts";
import { deployment, environmentDetail } from "./resources/environments.ts";
import { repositoryFile } from "./resources/files.ts";
import { groupDetail } from "./resources/groups.ts";
import { job } from "./resources/job-shapes.ts";
import {
  mergeRequest,
  mergeRequestVersionDetail,
  milestone,
  timeStats,
} from "./resources/merge-request-shapes.ts";
import { listMergeRequests } from "./resources/merge-requests.ts";
import { note } from "./resources/notes.ts";
import { notificationSettings } from "./resources/notification-settings.ts";
import { snippet, userAgent } from "./resources/project-snippets.ts";
import { project } from "./resources/projects.ts";
import { release } from "./resources/releases.ts";
import { blob, comparison, contributor, getMergeBase, treeEntry } from "./resources/repository.ts";
import { getRunner, listRunners, runnerDetail } from "./resources/runners.ts";
import { sshKey } from "./resources/ssh-keys.ts";
import { systemHook } from "./resources/system-hooks.ts";
import { tag } from "./resources/tags.ts";
import { user, userStatus, userSummary } from "./resources/user-shapes.ts";
import { createUser, listUsers } from "./resources/users.ts";
import { updateWikiPage, wikiPage } from "./resources/wikis.ts";

/** Every response field that the interface's documents name, by shape. */
const documented: readonly (readonly [string, z.ZodType, string])[] = [
  [
    "Commit",
    commit,
    `id short_id title message author_name author_email authored_date committer_name committer_email
     committed_date created_at parent_ids stats stats.additions stats.deletions stats.total status
     last_pipeline last_pipeline.id last_pipeline.ref last_pipeline.sha last_pipeline.status`,
  ],
  ["User summary", userSummary, "id name username state avatar_url web_url created_at email bio location"],
  [
    "Repository file",
    repositoryFile,
    "file_name file_path size encoding content content_sha256 ref blob_id commit_id last_commit_id",
  ],
  ["Diff entry", diffEntry, "diff old_path new_path a_mode b_mode new_file renamed_file deleted_file"],
  [
    "Branch",
    branch,
    `name merged protected default developers_can_push developers_can_merge can_push commit.id
     commit.short_id commit.title commit.message commit.author_name commit.author_email commit.authored_date
     commit.committer_name commit.committer_email commit.committed_date commit.parent_ids`,
  ],
  ["Tag", tag, "name message target commit.id release.tag_name release.description"],
  [
    "Release",
    release,
    `tag_name name description description_html created_at author.name commit.id assets.count
     assets.sources.0.format assets.sources.0.url assets.links.0.id assets.links.0.name assets.links.0.url
     assets.links.0.external`,
  ],
  ["Tree entry", treeEntry, "id name type path mode"],
  ["Blob", blob, "size content"],
  ["Contributor", contributor, "name email commits additions deletions"],
  [
    "Compare result",
    comparison,
    "commit.id commit.created_at commits.0.title diffs.0.diff compare_timeout compare_same_ref",
  ],
  ["Commit comment", commitComment, "note author.username created_at line_type path line"],
  [
    "Commit status",
    commitStatus,
    "status created_at started_at name allow_failure author.username description sha",
  ],
  [
    "Merge request",
    mergeRequest,
    `id iid project_id source_project_id target_project_id title description state merged_by.id closed_by.id
     merged_at closed_at created_at updated_at target_branch source_branch upvotes downvotes author.id
     assignee.id assignees.0.id labels work_in_progress milestone.id merge_when_pipeline_succeeds
     merge_status sha merge_commit_sha user_notes_count discussion_locked should_remove_source_branch
     force_remove_source_branch allow_collaboration allow_maintainer_to_push web_url
     time_stats.time_estimate squash subscribed changes_count`,
  ],
  [
    "Milestone",
    milestone,
    "id iid project_id title description state created_at updated_at due_date start_date web_url",
  ],
  [
    "Diff version",
    mergeRequestVersionDetail,
    `id head_commit_sha base_commit_sha start_commit_sha created_at merge_request_id state real_size
     commits.0.message diffs.0.a_mode`,
  ],
  ["Time stats", timeStats, "time_estimate total_time_spent human_time_estimate human_total_time_spent"],
  [
    "Note",
    note,
    `id body attachment author.email created_at updated_at system noteable_id noteable_type noteable_iid
     resolvable title file_name expires_at`,
  ],
  [
    "Project",
    project,
    `id description default_branch visibility ssh_url_to_repo http_url_to_repo web_url readme_url tag_list
     owner.id owner.name owner.created_at name name_with_namespace path path_with_namespace issues_enabled
     merge_requests_enabled jobs_enabled wiki_enabled snippets_enabled container_registry_enabled
     resolve_outdated_diff_discussions open_issues_count forks_count star_count created_at last_activity_at
     creator_id namespace.id namespace.name namespace.path namespace.kind namespace.full_path import_status
     import_error archived avatar_url shared_runners_enabled runners_token public_jobs
     shared_with_groups.0.group_id shared_with_groups.0.group_name shared_with_groups.0.group_full_path
     shared_with_groups.0.group_access_level shared_with_groups.0.expires_at
     only_allow_merge_if_pipeline_succeeds only_allow_merge_if_all_discussions_are_resolved
     request_access_enabled merge_method permissions.project_access.access_level
     permissions.group_access.notification_level statistics.commit_count statistics.storage_size
     statistics.repository_size statistics.lfs_objects_size statistics.job_artifacts_size _links.self`,
  ],
  [
    "Group",
    groupDetail,
    `id name path description visibility lfs_enabled avatar_url web_url request_access_enabled full_name
     full_path file_template_project_id parent_id statistics.storage_size statistics.repository_size
     statistics.lfs_objects_size statistics.job_artifacts_size projects.0.id shared_projects.0.id`,
  ],
  [
    "User",
    user,
    `id username name state avatar_url web_url created_at bio location public_email skype linkedin twitter
     website_url organization email is_admin last_sign_in_at confirmed_at theme_id last_activity_on
     color_scheme_id projects_limit current_sign_in_at identities.0.provider identities.0.extern_uid
     can_create_group can_create_project two_factor_enabled external private_profile highest_role`,
  ],
  ["User status", userStatus, "emoji message message_html"],
  ["SSH key", sshKey, "id title key created_at"],
  [
    "Runner",
    runnerDetail,
    `active description id is_shared ip_address name online status architecture platform revision version
     contacted_at projects.0.id projects.0.name projects.0.name_with_namespace projects.0.path
     projects.0.path_with_namespace token tag_list access_level maximum_timeout`,
  ],
  [
    "Job",
    job,
    `id name stage ref status tag coverage created_at started_at finished_at duration artifacts_expire_at
     artifacts.0.file_type artifacts.0.size artifacts.0.filename artifacts.0.file_format
     artifacts_file.filename artifacts_file.size commit.id commit.message pipeline.id pipeline.ref
     pipeline.sha pipeline.status pipeline.web_url runner.id user.username web_url ip_address project.id
     project.description project.name project.name_with_namespace project.path project.path_with_namespace
     project.created_at`,
  ],
  [
    "Deployment",
    deployment,
    `id iid ref sha created_at user.id environment.id environment.name environment.external_url
     deployable.commit.id deployable.user.id deployable.duration`,
  ],
  ["Environment", environmentDetail, "id name slug external_url last_deployment.deployable.pipeline.web_url"],
  [
    "System hook",
    systemHook,
    `id url created_at push_events tag_push_events merge_requests_events repository_update_events
     enable_ssl_verification`,
  ],
  [
    "Snippet",
    snippet,
    `id title file_name description visibility author.id expires_at created_at updated_at web_url project_id
     raw_url`,
  ],
  ["User agent", userAgent, "user_agent ip_address spamcheck_submitted"],
  ["Wiki page", wikiPage, "content format slug title"],
  ["Notification settings", notificationSettings, "level notification_email events.new_note"],
];

it.each(documented)("%s has every documented field, typed", (_, schema, fields) => {
  const untyped = fields
    .trim()
    .split(/\s+/)
    .filter((path) => {
      return schemaAt(schema, path.split(".")) === undefined;
    });
  expect(untyped).toEqual([]);
});

/** Every parameter that the documents name, by operation; paths and paging are covered elsewhere. */
const projectFilters =
  "archived visibility order_by sort search simple owned membership starred statistics with_custom_attributes with_issues_enabled with_merge_requests_enabled with_programming_language min_access_level custom_attributes";
const groupFilters =
  "skip_groups all_available search order_by sort statistics with_custom_attributes owned min_access_level custom_attributes";
const mergeRequestFilters =
  "state order_by sort milestone view labels created_after created_before updated_after updated_before scope author_id assignee_id my_reaction_emoji source_branch target_branch search";
const profile =
  "skype linkedin twitter website_url organization projects_limit extern_uid provider bio location public_email admin can_create_group external avatar private_profile";
const runner = "description active tag_list run_untagged locked access_level maximum_timeout";
const events =
  "new_note new_issue reopen_issue close_issue reassign_issue issue_due new_merge_request push_to_merge_request reopen_merge_request close_merge_request reassign_merge_request merge_merge_request failed_pipeline success_pipeline";
const fileWrite = "branch! start_branch author_email author_name commit_message!";

/** `!` marks required fields. */
const parameters: Readonly<Record<string, string>> = {
  getFile: "ref!",
  headFile: "ref!",
  getRawFile: "ref!",
  headRawFile: "ref!",
  createFile: `${fileWrite} encoding content!`,
  updateFile: `${fileWrite} encoding content! last_commit_id`,
  deleteFile: `${fileWrite} last_commit_id`,
  listCommits: "ref_name since until path all with_stats",
  createCommit: "branch! commit_message! start_branch actions! author_email author_name stats force",
  getCommit: "stats",
  listCommitRefs: "type",
  cherryPickCommit: "branch!",
  revertCommit: "branch!",
  createCommitComment: "note! path line line_type",
  listCommitStatuses: "ref stage name all",
  listBranches: "search",
  createBranch: "branch! ref!",
  // Not in the documents: scopes that real services require.
  protectBranch: "name!",
  listTags: "order_by sort search",
  createTag: "tag_name! ref! message release_description",
  createTagRelease: "description!",
  updateTagRelease: "description!",
  listTree: "path ref recursive",
  getArchive: "sha",
  compareRefs: "from! to! straight",
  listContributors: "order_by sort",
  getMergeBase: "refs!",
  updateSubmodule: "branch! commit_sha! commit_message",
  // Services since 11.x take it without a name, too.
  createRelease: "name tag_name! description! ref assets",
  updateRelease: "name description",
  listMergeRequests: `${mergeRequestFilters} in wip`,
  listProjectMergeRequests: `${mergeRequestFilters} iids wip`,
  listGroupMergeRequests: mergeRequestFilters,
  setTimeEstimate: "duration!",
  addSpentTime: "duration!",
  listIssueNotes: "sort order_by",
  createIssueNote: "body! created_at",
  updateIssueNote: "body!",
  createSnippetNote: "body! created_at",
  updateSnippetNote: "body!",
  createMergeRequestNote: "body! created_at",
  updateMergeRequestNote: "body!",
  listProjects: `${projectFilters} wiki_checksum_failed repository_checksum_failed`,
  listUserProjects: projectFilters,
  getProject: "statistics license with_custom_attributes",
  listGroups: groupFilters,
  listSubgroups: groupFilters,
  listGroupProjects:
    "archived visibility order_by sort search simple owned starred with_issues_enabled with_merge_requests_enabled with_shared include_subgroups with_custom_attributes",
  getGroup: "with_custom_attributes with_projects",
  createGroup: "name! path! description visibility lfs_enabled request_access_enabled parent_id",
  updateGroup: "name path description visibility lfs_enabled request_access_enabled file_template_project_id",
  listUsers:
    "search username active blocked extern_uid provider external created_before created_after custom_attributes with_custom_attributes order_by sort two_factor",
  getUser: "with_custom_attributes",
  createUser: `email! username! name! password reset_password skip_confirmation ${profile}`,
  updateUser: `email username name password skip_reconfirmation ${profile}`,
  deleteUser: "hard_delete",
  getCurrentUser: "sudo",
  setUserStatus: "emoji message",
  createKey: "title! key!",
  createUserKey: "title! key!",
  listRunners: "scope type status tag_list",
  listAllRunners: "scope type status tag_list",
  updateRunner: runner,
  listRunnerJobs: "status",
  listProjectRunners: "scope type status tag_list",
  enableProjectRunner: "runner_id!",
  registerRunner: `token! info ${runner}`,
  deleteRunnerByToken: "token!",
  verifyRunner: "token!",
  listJobs: "scope",
  listPipelineJobs: "scope",
  getRefArtifacts: "job!",
  getRefArtifactFile: "job!",
  listDeployments: "order_by sort",
  createEnvironment: "name! external_url",
  updateEnvironment: "name external_url",
  createHook:
    "url! token push_events tag_push_events merge_requests_events repository_update_events enable_ssl_verification",
  // A file's name and content are required unless `files`, of newer services, has them.
  createProjectSnippet: "title! file_name description code visibility!",
  updateProjectSnippet: "title file_name description code visibility",
  createSnippet: "title! file_name content description visibility",
  updateSnippet: "title file_name content description visibility",
  listWikiPages: "with_content",
  createWikiPage: "content! title! format",
  updateWikiPage: "content title format",
  uploadWikiAttachment: "file! branch",
  updateNotificationSettings: `level notification_email ${events}`,
  updateGroupNotificationSettings: `level ${events}`,
  updateProjectNotificationSettings: `level ${events}`,
};

it.each(Object.entries(parameters))("%s takes every documented parameter", (name, list) => {
  const operation = operations[name];
  const accepted = Object.entries({ ...operation?.query, ...operation?.body }).map(
    ([field, schema]) => `${field}${(schema as z.ZodType).safeParse(undefined).success ? "" : "!"}`,
  );
  const missing = list.split(" ").filter((parameter) => !accepted.includes(parameter));
  expect(missing).toEqual([]);
});

it("requires nothing that the documents do not require", () => {
  for (const [name, operation] of Object.entries(operations)) {
    if (operation.extension) continue;
    const documentedNames = (parameters[name] ?? "").split(" ");
    const required = Object.entries({ ...operation.query, ...operation.body })
      .filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
      .map(([field]) => `${field}!`);
    expect([name, required.filter((field) => !documentedNames.includes(field))]).toEqual([name, []]);
  }
});

it("accepts fields that newer services add in every record of a response", () => {
  const closed = Object.values(operations).filter(({ response }) => {
    if (response.kind !== "json") return false;
    const inner = unwrap(response.schema);
    const { type, element } = definitionOf(inner);
    const shape = type === "array" && element ? unwrap(element) : inner;
    const value = shape.safeParse({ invented: 1 });
    return !value.success && value.error.issues.some(({ code }) => code === "unrecognized_keys");
  });
  expect(closed.map(operationKey)).toEqual([]);
});

const first = (raw: object) => readResponse(listRunners, [{ id: 7, description: "pier", ...raw }]);

it("reads a runner of an old service: active, shared, without type, status and paused", () => {
  const { value, mismatches } = first({ active: false, is_shared: true, online: true });
  expect(mismatches).toEqual([]);
  expect(value[0]).toMatchObject({
    paused: true,
    active: false,
    runner_type: "instance_type",
    status: "paused",
  });
  expect(first({ active: true, is_shared: false, online: null }).value[0]).toMatchObject({
    paused: false,
    status: "never_contacted",
  });
  const [other] = first({ active: true, is_shared: false }).value;
  expect([other?.status, other?.runner_type]).toEqual(["unknown", undefined]);
});

it("reads a runner of a new service: paused and type, without active and is_shared", () => {
  const raw = { paused: true, runner_type: "instance_type", status: "stale", online: false };
  const { value, mismatches } = first(raw);
  expect(mismatches).toEqual([]);
  expect(value[0]).toMatchObject({ active: false, is_shared: true, status: "stale" });
  const detail = readResponse(getRunner, { id: 7, description: null, ...raw, tag_list: ["a"], token: null });
  expect(detail.value).toMatchObject({ paused: true, active: false, tag_list: ["a"] });
});

describe("documented access", () => {
  const words = (text: string): string[] => text.trim().split(/\s+/);
  const documented = Object.entries(operations).filter(([, operation]) => operation.extension === undefined);

  /** Operations by the narrowest scope that they accept (Authentication); all others need `api`. */
  const scopes: Readonly<Partial<Record<TokenScope, string>>> = {
    read_repository: "getFile headFile getRawFile headRawFile",
    // Not in the documents: real services have it for operations on people.
    read_user: `listUsers getUser getCurrentUser getCurrentUserStatus getUserStatus listKeys listUserKeys
    getCurrentUserKey`,
  };

  /**
   * Operations that do not ask for a token (Authentication, and "public" of a snippet's visibility), and those of
   * administrators; all others ask for one.
   */
  const audiences: Readonly<Partial<Record<Auth, string>>> = {
    optional: `getFile headFile getRawFile headRawFile listTree getBlob getRawBlob getArchive compareRefs
    listContributors listBranches getBranch listTags getTag listProjects getProject listGroups
    getSnippet getRawSnippet getProjectSnippet getRawProjectSnippet
    listSubgroups listGroupProjects getGroup listPublicSnippets registerRunner deleteRunnerByToken verifyRunner`,
    admin: `transferProject createUser updateUser deleteUser getKey createUserKey deleteUserKey listAllRunners
    listHooks createHook testHook deleteHook getProjectSnippetUserAgent getSnippetUserAgent`,
  };

  const named = <K extends string>(table: Readonly<Partial<Record<K, string>>>, name: string, other: K): K =>
    (Object.entries(table) as [K, string][]).find(([, list]) => words(list).includes(name))?.[0] ?? other;

  it.each(documented)("%s asks for the documented scope and audience", (name, { scope, auth }) => {
    expect({ scope, auth }).toEqual({
      scope: named(scopes, name, "api"),
      auth: named(audiences, name, "token"),
    });
  });

  const projects = "order_by=created_at|sort=desc";
  const requests = `${projects}|scope=created_by_me on the global list`;
  const groups = "all_available=false, for administrators true|order_by=name|sort=asc";
  const notes = "sort=desc|order_by=created_at";
  const file = "encoding=text";

  /** Every documented default, as `parameter=words`, separated by `|`. */
  const defaults: Readonly<Record<string, string>> = {
    createFile: file,
    updateFile: file,
    listCommits: "ref_name=the default branch",
    createCommit: "stats=true",
    getCommit: "stats=true",
    listCommitRefs: "type=all",
    listCommitStatuses: "ref=the default branch",
    listTags: "order_by=updated|sort=desc",
    listTree: "path=the root|ref=the default branch|recursive=false",
    getArchive: "format=tar.gz|sha=the default branch",
    compareRefs: "straight=false",
    listContributors: "order_by=commits|sort=asc",
    updateSubmodule: "commit_message=a sentence that names the submodule and the commit",
    listMergeRequests: `${requests}|in=title,description`,
    listProjectMergeRequests: requests,
    listGroupMergeRequests: requests,
    listIssueNotes: notes,
    listSnippetNotes: notes,
    listMergeRequestNotes: notes,
    listProjects: projects,
    listUserProjects: projects,
    listGroups: groups,
    listSubgroups: groups,
    listGroupProjects: `${projects}|with_issues_enabled=false|with_merge_requests_enabled=false|with_shared=true|include_subgroups=false`,
    getGroup: "with_projects=true",
    listUsers: "order_by=id|sort=desc",
    createUser: "reset_password=false|admin=false|skip_confirmation=false|external=false",
    updateUser: "skip_reconfirmation=false",
    setUserStatus: "emoji=speech_balloon",
    listJobs: "scope=all",
    listPipelineJobs: "scope=all",
    listDeployments: "order_by=id|sort=asc",
    createWikiPage: "format=markdown",
    uploadWikiAttachment: "branch=the wiki's default branch",
    // Not in the documents: fields of real services.
    listBranches: "sort=name_asc",
    protectBranch: "push_access_level=40|merge_access_level=40",
  };

  it.each(documented)(
    "the reference names every documented default of %s, and no other",
    (name, operation) => {
      const { parameters } = describeOperation(name, operation);
      // Fields that newer services added are in no document.
      const old = parameters.filter(({ description }) => !description.includes("since"));
      const found = old.flatMap((parameter) =>
        parameter.fallback === null ? [] : [`${parameter.name}=${parameter.fallback}`],
      );
      const expected = defaults[name]?.split("|") ?? [];
      expect(found.toSorted()).toEqual([...expected, ...(operation.paged ? ["per_page=20"] : [])].toSorted());
    },
  );

  const refusal = (operation: AnyOperation, input: unknown): string => {
    try {
      parseInput(operation, input);
      return "accepted";
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return error.message;
    }
  };

  it("refuses what breaks a rule between fields before anything is sent", () => {
    expect(refusal(getMergeBase, { id: 1, refs: ["main"] })).toBe("Provide at least 2 refs.");
    expect(refusal(getMergeBase, { id: 1, refs: ["main", "topic"] })).toBe("accepted");
    expect(refusal(updateWikiPage, { id: 1, slug: "a" })).toBe("Provide at least one of content and title.");
    expect(refusal(updateWikiPage, { id: 1, slug: "a", title: "A" })).toBe("accepted");
    const person = { email: "a@example.test", username: "a", name: "A" };
    expect(refusal(createUser, person)).toBe("Provide a password, or set reset_password.");
    expect(refusal(createUser, { ...person, reset_password: true })).toBe("accepted");
    expect(refusal(createUser, { ...person, password: "long enough", provider: "ldap" })).toBe(
      "Provide extern_uid and provider together.",
    );
    expect(refusal(listUsers, { extern_uid: "1" })).toBe("Provide extern_uid and provider together.");
    const commit = { id: 1, branch: "main", commit_message: "m" };
    const actions = [
      { action: "delete", file_path: "a" },
      { action: "update", file_path: "b" },
    ];
    expect(refusal(createCommit, { ...commit, actions })).toBe("Actions 2 content is missing.");
    expect(refusal(createCommit, { ...commit, actions: actions.slice(0, 1) })).toBe("accepted");
  });

  it("reads the simple view of merge requests without a mismatch", () => {
    const simple = { iid: 1, web_url: "https://x.test/1", title: "T", description: null, state: "opened" };
    const { value, mismatches } = readResponse(listMergeRequests, [simple]);
    expect(mismatches).toEqual([]);
    expect(value).toMatchObject([simple]);
  });
});
