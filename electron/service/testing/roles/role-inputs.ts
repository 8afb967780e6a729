import { randomBytes } from "node:crypto";
import { operationKey } from "../../../../shared/api/contract/call-facts.ts";
import type { AnyOperation, InputOf } from "../../../../shared/api/contract/operation.ts";
import { protectBranch } from "../../../../shared/api/resources/protected-branches.ts";
import { createHook } from "../../../../shared/api/resources/system-hooks.ts";
import { createWikiPage } from "../../../../shared/api/resources/wikis.ts";
import { createSeed, registrationToken, runnerToken } from "../../domain/ci/runner-access.ts";
import { addKey } from "../../domain/people/ssh-keys.ts";
import { addJob } from "../../routes/testing/ci-records.ts";
import { insertDeployment, insertEnvironment } from "../../store/ci/environments.ts";
import { insertRunner } from "../../store/ci/runners.ts";
import { insertGroup } from "../../store/groups/groups.ts";
import { insertRelease } from "../../store/projects/releases.ts";
import { insertNote, type NoteParentKind } from "../../store/review/notes.ts";
import { insertSnippet } from "../../store/review/snippets.ts";
import { parseCount } from "../../store/rows.ts";
import { findUser, insertUser } from "../../store/users/users.ts";
import { type RoleCaller, type RoleScene, type RoleService, statusOf } from "./role-scene.ts";

/** Input of a factory, whose result is right for exactly one call by that caller. */
export interface RoleCall extends RoleScene {
  readonly service: RoleService;
  readonly caller: RoleCaller;
}

/** Names of the 158 operations; extensions of newer services are not part of the table. */
type Factories = { readonly [name: string]: (call: RoleCall) => object | Promise<object> };

const inProject = ({ project }: RoleScene) => ({ id: project.id });
const inGroup = ({ group }: RoleScene) => ({ id: group.id });
const nothing = () => ({});
const subgroup = ({ group, visibility, service, unused }: RoleCall) => {
  const path = unused();
  return insertGroup(service.store, { name: path, path, parentId: group.id, visibility });
};
const mergeRequest = (call: RoleScene) => ({ ...inProject(call), merge_request_iid: 1 });
const ofMain = (call: RoleScene) => ({ ...inProject(call), sha: "main" });
const file = (call: RoleScene) => ({ ...inProject(call), file_path: "a.txt", ref: "main" });

/** Calls an operation as an administrator and returns the id of what it made. */
async function made<O extends AnyOperation>(call: RoleCall, operation: O, input: InputOf<O>) {
  const { status, body } = await statusOf(call.service, "administrator", operation, input);
  if (status >= 400) throw new Error(`the preparation by ${operationKey(operation)} failed with ${status}`);
  return body;
}
const hookId = async (call: RoleCall) => {
  const { id } = (await made(call, createHook, hook)) as { readonly id: number };
  return { id };
};

/** Makes a branch whose file a write may change, and returns the fields of the write. */
async function write(call: RoleCall, message = "Write") {
  const branch = call.unused();
  await call.service.run(call.project, "branch", branch, "main");
  return { ...inProject(call), branch, commit_message: message };
}
const toBranch = async (call: RoleCall, sha: string) => {
  const { id, branch } = await write(call);
  return { id, sha, branch };
};
async function branch(call: RoleCall) {
  const { id, branch: name } = await write(call);
  return { id, branch: name };
}
async function tag(call: RoleCall) {
  const tag_name = call.unused();
  await call.service.run(call.project, "tag", tag_name, "main");
  return { ...inProject(call), tag_name };
}
async function release(call: RoleCall) {
  const { id, tag_name } = await tag(call);
  const more = { name: "R", description: "Notes", authorId: call.authorId, links: [] };
  insertRelease(call.service.store, id, { tagName: tag_name, ...more });
  return { id, tag_name };
}

/** A comment of an author who is not among the callers. */
const note = (call: RoleCall, parentType: NoteParentKind, parentId: number) => ({
  note_id: insertNote(call.service.store, { parentType, parentId, authorId: call.authorId, body: "A note" })
    .id,
});
const issue = (call: RoleScene) => ({ ...inProject(call), issue_iid: call.issue });
const issueNote = (call: RoleCall) => {
  const row = call.service.store.get("SELECT id FROM issues WHERE project_id = ?", call.project.id);
  return { ...issue(call), ...note(call, "Issue", parseCount("id", row)) };
};
const snippetOf = (call: RoleScene) => ({ ...inProject(call), snippet_id: call.snippet });
const snippetNote = (call: RoleCall) => ({ ...snippetOf(call), ...note(call, "Snippet", call.snippet) });
const mergeRequestNote = (call: RoleCall) => {
  const row = call.service.store.get("SELECT id FROM merge_requests WHERE project_id = ?", call.project.id);
  return { ...mergeRequest(call), ...note(call, "MergeRequest", parseCount("id", row)) };
};
const body = { body: "Text" };

const person = (call: RoleCall) => {
  const username = call.unused();
  return { username, name: username, email: `${username}@example.test` };
};
const someone = (call: RoleCall) => insertUser(call.service.store, person(call)).id;
const author = ({ authorId }: RoleScene) => ({ id: authorId });
/** A key of 32 random bytes: nobody has the private half. */
export const publicKey = () => {
  const parts = [Buffer.from("ssh-ed25519"), randomBytes(32)];
  const bytes = parts.flatMap((part) => [Buffer.from([0, 0, 0, part.length]), part]);
  return { title: "Key", key: `ssh-ed25519 ${Buffer.concat(bytes).toString("base64")}` };
};
const keyOf = (call: RoleCall, userId: number) => {
  const user = findUser(call.service.store, userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  return addKey(call.service.store, user, publicKey()).id;
};
const ownKey = (call: RoleCall) => ({
  key_id: keyOf(call, call.service.ids.get(call.caller) ?? call.authorId),
});

const runner = ({ service, project, sibling }: RoleCall, ids = [project.id, sibling.id]) =>
  insertRunner(service.store, { type: "project_type", seed: createSeed(), projectIds: ids });
const oneRunner = (call: RoleCall) => ({ id: runner(call, [call.project.id]).id });
const job = (call: RoleScene) => ({ ...inProject(call), job_id: call.job });
const byRef = (call: RoleScene) => ({ ...inProject(call), ref_name: "main", job: "build" });
const jobIn = (status: string) => (call: RoleCall) => ({
  ...inProject(call),
  job_id: addJob(call.service.store, call.project, call.pipeline, { name: call.unused(), status }),
});
const environmentOf = (call: RoleCall, state: "available" | "stopped" = "available") => {
  const name = call.unused();
  return insertEnvironment(call.service.store, call.project.id, { name, slug: name, state });
};
const environment = (call: RoleCall) => ({ ...inProject(call), environment_id: environmentOf(call).id });
const deployment = (call: RoleCall) => {
  const at = new Date().toISOString();
  const { id: environmentId } = environmentOf(call);
  const what = { environmentId, ref: "main", sha: call.sha, jobId: null, userId: null };
  const row = { ...what, status: "success", createdAt: at, updatedAt: at };
  return { ...inProject(call), deployment_id: insertDeployment(call.service.store, call.project.id, row) };
};

const hook = { url: "https://hooks.example.invalid/" };
const snippetRow = (call: RoleCall, projectId: number | null) =>
  insertSnippet(call.service.store, {
    projectId,
    title: "S",
    authorId: call.authorId,
    visibility: call.visibility,
    files: [{ path: "s.txt", content: "s" }],
  });
const freshSnippet = (call: RoleCall) => ({
  ...inProject(call),
  snippet_id: snippetRow(call, call.project.id),
});
const ownSnippet = ({ personalSnippet }: RoleScene) => ({ id: personalSnippet });
const freshPersonal = (call: RoleCall) => ({ id: snippetRow(call, null) });
async function page(call: RoleCall) {
  const title = call.unused();
  await made(call, createWikiPage, { ...inProject(call), title, content: "Text" });
  return { ...inProject(call), slug: title };
}

/** Returns the right input of each operation, made anew for each call that changes something. */
export const roleInputs: Factories = {
  getFile: file,
  headFile: file,
  getRawFile: file,
  headRawFile: file,
  createFile: async (call) => ({ ...(await write(call)), file_path: "new.txt", content: "n" }),
  updateFile: async (call) => ({ ...(await write(call)), file_path: "a.txt", content: "n" }),
  deleteFile: async (call) => ({ ...(await write(call)), file_path: "a.txt" }),
  listCommits: inProject,
  createCommit: async (call) => ({
    ...(await write(call)),
    actions: [{ action: "create", file_path: "new.txt", content: "n" }],
  }),
  getCommit: ofMain,
  listCommitRefs: ofMain,
  cherryPickCommit: (call) => toBranch(call, "picked"),
  revertCommit: (call) => toBranch(call, "main"),
  getCommitDiff: ofMain,
  listCommitComments: ofMain,
  createCommitComment: (call) => ({ ...ofMain(call), note: "Text" }),
  listCommitStatuses: ofMain,
  listBranches: inProject,
  getBranch: (call) => ({ ...inProject(call), branch: "main" }),
  createBranch: (call) => ({ ...inProject(call), branch: call.unused(), ref: "main" }),
  deleteBranch: branch,
  deleteMergedBranches: inProject,
  protectBranch: (call) => ({ ...inProject(call), name: call.unused() }),
  unprotectBranch: async (call) => {
    const name = call.unused();
    await made(call, protectBranch, { ...inProject(call), name });
    return { ...inProject(call), name };
  },
  listTags: inProject,
  getTag: (call) => ({ ...inProject(call), tag_name: "v1" }),
  createTag: (call) => ({ ...inProject(call), tag_name: call.unused(), ref: "main" }),
  deleteTag: tag,
  createTagRelease: async (call) => ({ ...(await tag(call)), description: "Notes" }),
  updateTagRelease: async (call) => ({ ...(await release(call)), description: "Notes" }),
  listTree: inProject,
  getBlob: async (call) => ({
    ...inProject(call),
    sha: await call.service.run(call.project, "rev-parse", "main:a.txt"),
  }),
  getRawBlob: (call) => roleInputs.getBlob?.(call) ?? {},
  getArchive: inProject,
  compareRefs: (call) => ({ ...inProject(call), from: "main", to: "topic" }),
  listContributors: inProject,
  getMergeBase: (call) => ({ ...inProject(call), refs: ["main", "topic"] }),
  updateSubmodule: async (call) => ({
    ...(await write(call)),
    submodule: "lib",
    commit_sha: randomBytes(20).toString("hex"),
  }),
  listReleases: inProject,
  getRelease: (call) => ({ ...inProject(call), tag_name: "v1" }),
  createRelease: async (call) => ({ ...(await tag(call)), name: "R", description: "Notes" }),
  updateRelease: async (call) => ({ ...(await release(call)), name: "S" }),
  deleteRelease: release,
  listMergeRequests: nothing,
  listProjectMergeRequests: inProject,
  listGroupMergeRequests: inGroup,
  listMergeRequestVersions: mergeRequest,
  getMergeRequestVersion: (call) => {
    const row = call.service.store.get(
      `SELECT v.id FROM merge_request_versions v JOIN merge_requests m ON m.id = v.merge_request_id
       WHERE m.project_id = ?`,
      call.project.id,
    );
    return { ...mergeRequest(call), version_id: parseCount("id", row) };
  },
  setTimeEstimate: (call) => ({ ...mergeRequest(call), duration: "1h" }),
  resetTimeEstimate: mergeRequest,
  addSpentTime: (call) => ({ ...mergeRequest(call), duration: "1h" }),
  resetSpentTime: mergeRequest,
  getTimeStats: mergeRequest,
  listIssueNotes: issue,
  getIssueNote: issueNote,
  createIssueNote: (call) => ({ ...issue(call), ...body }),
  updateIssueNote: (call) => ({ ...issueNote(call), ...body }),
  deleteIssueNote: issueNote,
  listSnippetNotes: snippetOf,
  getSnippetNote: snippetNote,
  createSnippetNote: (call) => ({ ...snippetOf(call), ...body }),
  updateSnippetNote: (call) => ({ ...snippetNote(call), ...body }),
  deleteSnippetNote: snippetNote,
  listMergeRequestNotes: mergeRequest,
  getMergeRequestNote: mergeRequestNote,
  createMergeRequestNote: (call) => ({ ...mergeRequest(call), ...body }),
  updateMergeRequestNote: (call) => ({ ...mergeRequestNote(call), ...body }),
  deleteMergeRequestNote: mergeRequestNote,
  listProjects: nothing,
  listUserProjects: ({ authorId }) => ({ user_id: authorId }),
  getProject: inProject,
  listGroups: nothing,
  listSubgroups: inGroup,
  listGroupProjects: inGroup,
  getGroup: inGroup,
  createGroup: (call) => {
    const name = call.unused();
    return { name, path: name };
  },
  transferProject: async (call) => {
    const { id } = await call.service.project({ path: call.unused(), groupId: call.group.id });
    return { id: subgroup(call).id, project_id: id };
  },
  updateGroup: (call) => ({ ...inGroup(call), description: "New" }),
  deleteGroup: (call) => ({ id: subgroup(call).id }),
  listUsers: nothing,
  getUser: author,
  createUser: (call) => ({ ...person(call), password: "a long password 5" }),
  updateUser: (call) => ({ id: someone(call), bio: "New" }),
  deleteUser: (call) => ({ id: someone(call) }),
  getCurrentUser: nothing,
  getCurrentUserStatus: nothing,
  getUserStatus: ({ authorId }) => ({ id_or_username: authorId }),
  setUserStatus: () => ({ message: "Here" }),
  getKey: (call) => ({ id: keyOf(call, call.authorId) }),
  listKeys: nothing,
  listUserKeys: author,
  getCurrentUserKey: ownKey,
  createKey: publicKey,
  createUserKey: (call) => ({ ...author(call), ...publicKey() }),
  deleteKey: ownKey,
  deleteUserKey: (call) => ({ ...author(call), key_id: keyOf(call, call.authorId) }),
  listRunners: nothing,
  listAllRunners: nothing,
  getRunner: oneRunner,
  updateRunner: (call) => ({ ...oneRunner(call), description: "New" }),
  deleteRunner: oneRunner,
  listRunnerJobs: oneRunner,
  listProjectRunners: inProject,
  enableProjectRunner: (call) => ({ ...inProject(call), runner_id: runner(call, [call.sibling.id]).id }),
  disableProjectRunner: (call) => ({ ...inProject(call), runner_id: runner(call).id }),
  registerRunner: ({ service }) => ({ token: registrationToken(service.store, { type: "instance" }) }),
  deleteRunnerByToken: (call) => ({ token: runnerToken(call.service.store, runner(call).seed) }),
  verifyRunner: (call) => ({ token: runnerToken(call.service.store, runner(call).seed) }),
  listJobs: inProject,
  listPipelineJobs: (call) => ({ ...inProject(call), pipeline_id: call.pipeline }),
  getJob: job,
  getJobArtifacts: job,
  getRefArtifacts: byRef,
  getJobArtifactFile: (call) => ({ ...job(call), artifact_path: "a.txt" }),
  getRefArtifactFile: (call) => ({ ...byRef(call), artifact_path: "a.txt" }),
  getJobTrace: job,
  cancelJob: jobIn("pending"),
  retryJob: jobIn("failed"),
  eraseJob: jobIn("success"),
  listDeployments: inProject,
  getDeployment: deployment,
  listEnvironments: inProject,
  getEnvironment: environment,
  createEnvironment: (call) => ({ ...inProject(call), name: call.unused() }),
  updateEnvironment: (call) => ({ ...environment(call), external_url: "https://example.test/" }),
  deleteEnvironment: (call) => ({ ...inProject(call), environment_id: environmentOf(call, "stopped").id }),
  stopEnvironment: environment,
  listHooks: nothing,
  createHook: () => hook,
  testHook: hookId,
  deleteHook: hookId,
  listProjectSnippets: inProject,
  getProjectSnippet: snippetOf,
  createProjectSnippet: (call) => ({
    ...inProject(call),
    title: "S",
    file_name: "s.txt",
    code: "s",
    visibility: call.visibility,
  }),
  updateProjectSnippet: (call) => ({ ...freshSnippet(call), title: "T" }),
  deleteProjectSnippet: freshSnippet,
  getRawProjectSnippet: snippetOf,
  getProjectSnippetUserAgent: (call) => snippetOf(call),
  listSnippets: nothing,
  getSnippet: ownSnippet,
  getRawSnippet: ownSnippet,
  createSnippet: () => ({ title: "S", file_name: "s.txt", content: "s" }),
  updateSnippet: (call) => ({ ...freshPersonal(call), title: "T" }),
  deleteSnippet: freshPersonal,
  listPublicSnippets: nothing,
  getSnippetUserAgent: ownSnippet,
  listWikiPages: inProject,
  getWikiPage: (call) => ({ ...inProject(call), slug: "home" }),
  createWikiPage: (call) => ({ ...inProject(call), title: call.unused(), content: "Text" }),
  updateWikiPage: async (call) => ({ ...(await page(call)), content: "New" }),
  deleteWikiPage: page,
  uploadWikiAttachment: (call) => ({ ...inProject(call), file: new File(["a"], "a.txt") }),
  getNotificationSettings: nothing,
  updateNotificationSettings: () => ({ level: "watch" }),
  getGroupNotificationSettings: inGroup,
  updateGroupNotificationSettings: (call) => ({ ...inGroup(call), level: "watch" }),
  getProjectNotificationSettings: inProject,
  updateProjectNotificationSettings: (call) => ({ ...inProject(call), level: "watch" }),
};
