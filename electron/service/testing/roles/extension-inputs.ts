import { operations } from "../../../../shared/api/index.ts";
import { rebasesOf } from "../../domain/merge-requests/rebase-merge-request.ts";
import { insertSchedule, putScheduleVariable } from "../../store/ci/pipeline-schedules.ts";
import { insertGroup } from "../../store/groups/groups.ts";
import { deleteMembership, setMember } from "../../store/groups/members.ts";
import { insertDelivery } from "../../store/hooks/hook-deliveries.ts";
import { putInvitation } from "../../store/projects/invitations.ts";
import { setMergeSettings } from "../../store/projects/projects.ts";
import { findRelease, insertReleaseLink } from "../../store/projects/releases.ts";
import { starProject } from "../../store/projects/stars.ts";
import { putAutoMerge } from "../../store/review/auto-merges.ts";
import { deleteBlock, insertBlock, listBlocks } from "../../store/review/merge-request-blocks.ts";
import { insertMergeRequest } from "../../store/review/merge-requests.ts";
import { deleteCar, findActiveCar, insertCar } from "../../store/review/merge-trains.ts";
import { insertNote, newDiscussionId } from "../../store/review/notes.ts";
import { addReaction } from "../../store/review/reactions.ts";
import { insertTodo } from "../../store/review/todos.ts";
import { parseCount } from "../../store/rows.ts";
import { insertUser } from "../../store/users/users.ts";
import { issueInputs } from "./issue-inputs.ts";
import { planningInputs } from "./planning-inputs.ts";
import { type RoleCall, roleInputs } from "./role-inputs.ts";
import { settingsInputs } from "./settings-inputs.ts";

const inProject = ({ project }: RoleCall) => ({ id: project.id });

const released = (call: RoleCall) => ({ ...inProject(call), tag_name: "v1" });
function releaseLink(call: RoleCall) {
  const release = findRelease(call.service.store, call.project.id, "v1");
  if (!release) throw new Error("the scene has no release");
  const name = call.unused();
  const { id } = insertReleaseLink(call.service.store, release.id, { name, url: `https://a.test/${name}` });
  return { ...released(call), link_id: id };
}

/** Returns the right input of every search: of its scope, in the project or group where its path names one. */
const searchInputs: typeof roleInputs = Object.fromEntries(
  Object.entries(operations).flatMap(([name, { path, variant }]) => {
    const scope = variant?.startsWith("scope=") ? variant.slice("scope=".length) : null;
    if (scope === null || !path.endsWith("/search")) return [];
    const [, holder] = /^\/(group|project)s\/:id/.exec(path) ?? [];
    return [
      [
        name,
        ({ group, project }: RoleCall) => ({
          ...(holder === "group" ? { id: group.id } : holder === "project" ? { id: project.id } : {}),
          scope,
          search: "1",
        }),
      ],
    ];
  }),
);

const mergeRequest = (call: RoleCall) => ({ ...inProject(call), merge_request_iid: 1 });
const body = { body: "Text" };

const mergeRequestId = (call: RoleCall): number =>
  parseCount(
    "id",
    call.service.store.get("SELECT id FROM merge_requests WHERE project_id = ? AND iid = 1", call.project.id),
  );

/** A thread of somebody who is not among the callers. */
function thread(call: RoleCall) {
  const parentId = mergeRequestId(call);
  const { id, discussionId } = insertNote(call.service.store, {
    parentType: "MergeRequest",
    parentId,
    discussionId: newDiscussionId(),
    type: "DiscussionNote",
    authorId: call.authorId,
    body: "A note",
    resolvable: true,
  });
  return { ...mergeRequest(call), discussion_id: discussionId, note_id: id, parentId };
}
const note = (call: RoleCall) => {
  const { parentId: _, discussion_id: __, ...input } = thread(call);
  return input;
};
const discussion = (call: RoleCall) => {
  const { parentId: _, note_id: __, ...input } = thread(call);
  return input;
};
const discussionNote = (call: RoleCall) => {
  const { parentId: _, ...input } = thread(call);
  return input;
};
const reaction = (call: RoleCall) => {
  const { parentId } = thread(call);
  const { id } = addReaction(call.service.store, "MergeRequest", parentId, call.authorId, call.unused());
  return { ...mergeRequest(call), award_id: id };
};
const noteReaction = (call: RoleCall) => {
  const input = note(call);
  const { id } = addReaction(call.service.store, "Note", input.note_id, call.authorId, "tada");
  return { ...input, award_id: id };
};
/** A pending to-do of the caller. */
const todo = (call: RoleCall) => {
  const { store, ids } = call.service;
  const { parentId } = thread(call);
  const userId = ids.get(call.caller) ?? call.authorId;
  const reason = {
    target: { type: "MergeRequest", id: parentId },
    noteId: null,
    authorId: call.authorId,
    action: "mentioned",
  } as const;
  insertTodo(store, { userId, projectId: call.project.id, ...reason });
  return parseCount("id", store.get("SELECT max(id) AS id FROM todos WHERE user_id = ?", userId));
};
/** A merge request of the project beside it, by its id: numbers within the project are checked elsewhere. */
const blockingId = (call: RoleCall): number =>
  insertMergeRequest(call.service.store, {
    projectId: call.sibling.id,
    sourceProjectId: call.sibling.id,
    sourceBranch: call.unused(),
    targetBranch: "main",
    title: "Other",
    authorId: call.authorId,
  }).id;
/** A project with merge trains, whose merge request is on one or on none. */
const train = (call: RoleCall, isOn: boolean) => {
  const { store } = call.service;
  const [id, projectId] = [mergeRequestId(call), call.project.id];
  setMergeSettings(store, projectId, { ...call.project, mergeTrainsEnabled: true });
  const car = findActiveCar(store, id);
  if (car && !isOn) deleteCar(store, car.id);
  // What waits for another one is not taken.
  for (const block of listBlocks(store, id)) deleteBlock(store, block.id);
  const added = { mergeRequestId: id, projectId, targetBranch: "main", squash: null };
  if (!car && isOn) insertCar(store, { ...added, userId: call.authorId, sha: call.sha });
  return mergeRequest(call);
};
/** A project beside the scene's, of the same members. */
const another = async (call: RoleCall, more: object = {}) => ({
  id: (
    await call.service.project({
      path: call.unused(),
      groupId: call.group.id,
      creatorId: call.authorId,
      visibility: call.visibility,
      ...more,
    })
  ).id,
});
/** A member of the project itself who is not among the callers. */
const member = (call: RoleCall) => {
  const { store } = call.service;
  const username = call.unused();
  const { id } = insertUser(store, { username, name: username, email: `${username}@example.test` });
  setMember(store, { kind: "project", id: call.project.id, userId: id, role: "guest" });
  return { ...inProject(call), user_id: id };
};
const invitation = (call: RoleCall) => {
  const email = `${call.unused()}@elsewhere.test`;
  const invited = { projectId: call.project.id, email, level: 10, expiresAt: null, createdById: null };
  putInvitation(call.service.store, invited);
  return { ...inProject(call), email };
};
/** A schedule of somebody who is not among the callers, with a variable. */
const schedule = (call: RoleCall) => {
  const { store } = call.service;
  const id = insertSchedule(store, call.project.id, call.authorId, {
    ...{ description: "Nightly", ref: "main", cron: "0 4 * * *", timeZone: "UTC" },
    ...{ active: false, nextRunAt: null },
  });
  putScheduleVariable(store, id, { key: "KNOWN", value: "v", file: false });
  return { ...inProject(call), pipeline_schedule_id: id };
};
const pipeline = (call: RoleCall) => ({ ...inProject(call), pipeline_id: call.pipeline });

/** Returns the right input of operations that are not among the 158, as {@link roleInputs} does for those. */
export const extensionInputs: typeof roleInputs = {
  ...issueInputs,
  ...planningInputs,
  ...settingsInputs,
  createProject: (call) => ({ name: call.unused(), namespace_id: call.group.id }),
  forkProject: (call) => ({ ...inProject(call), path: call.unused(), namespace_path: call.group.fullPath }),
  getImportStatus: inProject,
  deleteProject: another,
  starProject: another,
  unstarProject: async (call) => {
    const made = await another(call);
    for (const userId of call.service.ids.values()) starProject(call.service.store, userId, made.id);
    return made;
  },
  archiveProject: another,
  unarchiveProject: (call) => another(call, { archived: true }),
  moveProject: async (call) => {
    const { id, fullPath } = insertGroup(call.service.store, {
      name: call.unused(),
      path: call.unused(),
      parentId: call.group.id,
      visibility: call.visibility,
    });
    return { ...(await another(call)), namespace: id ? fullPath : "" };
  },
  listDirectMembers: inProject,
  getDirectMember: member,
  addProjectMember: (call) => {
    const { id, user_id } = member(call);
    deleteMembership(call.service.store, id, user_id);
    return { id, user_id, access_level: 10 };
  },
  updateProjectMember: (call) => ({ ...member(call), access_level: 20 }),
  removeProjectMember: member,
  listInvitations: inProject,
  createInvitation: (call) => ({ ...invitation(call), access_level: 10 }),
  deleteInvitation: invitation,
  createCommitStatus: (call) => ({ ...inProject(call), sha: call.sha, state: "success" }),
  getBlame: (call) => ({ ...inProject(call), file_path: "a.txt", ref: "main" }),
  headBlame: (call) => ({ ...inProject(call), file_path: "a.txt", ref: "main" }),
  createDiscussion: (call) => ({
    ...mergeRequest(call),
    ...body,
    position: {
      base_sha: call.sha,
      start_sha: call.sha,
      head_sha: call.sha,
      position_type: "text",
      old_path: "a.txt",
      new_path: "a.txt",
      old_line: 1,
      new_line: 1,
    },
  }),
  listDiscussions: mergeRequest,
  replyToDiscussion: (call) => ({ ...discussion(call), ...body }),
  resolveDiscussion: (call) => ({ ...discussion(call), resolved: true }),
  updateDiscussionNote: (call) => ({ ...discussionNote(call), ...body }),
  deleteDiscussionNote: discussionNote,
  playJob: (call) => roleInputs.cancelJob?.(call) ?? {},
  listAheadBehind: (call) => ({ ...inProject(call), base: call.sha, ids: [call.sha] }),
  createMergeRequest: async (call) => {
    const source_branch = call.unused();
    await call.service.run(call.project, "branch", source_branch, "picked");
    return { ...inProject(call), source_branch, target_branch: "main", title: "T" };
  },
  getMergeRequest: mergeRequest,
  getMergeRequestApprovals: mergeRequest,
  getMergeRequestChanges: mergeRequest,
  listMergeRequestCommits: mergeRequest,
  listMergeRequestDiffs: mergeRequest,
  listClosedIssues: mergeRequest,
  listCommitMergeRequests: (call) => ({ ...inProject(call), sha: call.sha }),
  getProjectMember: (call) => ({ ...inProject(call), user_id: 1 }),
  listMergeRequestPipelines: mergeRequest,
  createMergeRequestPipeline: mergeRequest,
  updateMergeRequest: (call) => ({ ...mergeRequest(call), description: call.unused() }),
  deleteMergeRequest: mergeRequest,
  approveMergeRequest: mergeRequest,
  unapproveMergeRequest: mergeRequest,
  getApprovalState: mergeRequest,
  listReviewers: mergeRequest,
  publishReview: (call) => ({ ...mergeRequest(call), reviewer_state: "reviewed" }),
  listMergeTrains: (call) => ({ id: train(call, true).id }),
  getMergeTrainCar: (call) => train(call, true),
  addToMergeTrain: (call) => train(call, false),
  listMergeRequestBlocks: mergeRequest,
  createMergeRequestBlock: (call) => ({
    ...mergeRequest(call),
    blocking_merge_request_id: blockingId(call),
  }),
  deleteMergeRequestBlock: (call) => ({
    ...mergeRequest(call),
    block_id: insertBlock(call.service.store, {
      blockingId: blockingId(call),
      blockedId: mergeRequestId(call),
    }),
  }),
  acceptMergeRequest: mergeRequest,
  cancelAutoMerge: (call) => {
    putAutoMerge(call.service.store, {
      mergeRequestId: mergeRequestId(call),
      userId: call.authorId,
      sha: call.sha,
      request: { targetBranch: "main" },
    });
    return mergeRequest(call);
  },
  rebaseMergeRequest: async (call) => {
    await rebasesOf(call.service.store).settle();
    return mergeRequest(call);
  },
  resolveMergeConflicts: async (call) => ({
    ...mergeRequest(call),
    source_sha: await call.service.run(call.project, "rev-parse", "topic"),
    target_sha: await call.service.run(call.project, "rev-parse", "main"),
    commit_message: "M",
    files: [],
  }),
  getPipeline: pipeline,
  getPipelineTestReport: pipeline,
  cancelPipeline: pipeline,
  retryPipeline: pipeline,
  stopStaleEnvironments: (call) => ({ ...inProject(call), before: "2025-01-01" }),
  listPipelineSchedules: inProject,
  getPipelineSchedule: schedule,
  listSchedulePipelines: schedule,
  createPipelineSchedule: (call) => ({
    ...inProject(call),
    description: "Nightly",
    ref: "main",
    cron: "0 4 * * *",
  }),
  updatePipelineSchedule: (call) => ({ ...schedule(call), description: call.unused() }),
  deletePipelineSchedule: schedule,
  playPipelineSchedule: schedule,
  takePipelineScheduleOwnership: schedule,
  createPipelineScheduleVariable: (call) => ({ ...schedule(call), key: "NEW", value: "v" }),
  updatePipelineScheduleVariable: (call) => ({ ...schedule(call), key: "KNOWN", value: "w" }),
  deletePipelineScheduleVariable: (call) => ({ ...schedule(call), key: "KNOWN" }),
  getCiLint: inProject,
  lintCi: (call) => ({ ...inProject(call), content: "test: { script: make }" }),
  createPipeline: (call) => ({ ...inProject(call), ref: "main" }),
  listPipelineBridges: (call) => ({ ...inProject(call), pipeline_id: call.pipeline }),
  listPipelines: inProject,
  createMergeRequestReaction: (call) => ({ ...mergeRequest(call), name: "tada" }),
  createNoteReaction: (call) => ({ ...note(call), name: "tada" }),
  deleteMergeRequestReaction: reaction,
  deleteNoteReaction: noteReaction,
  listMergeRequestReactions: mergeRequest,
  listNoteReactions: note,
  getRawProjectSnippetFile: (call) => ({
    ...inProject(call),
    snippet_id: call.snippet,
    ref: "main",
    file_path: "s.txt",
  }),
  createRunner: (call) => ({ runner_type: "project_type", project_id: call.project.id }),
  updateProject: (call) => ({ ...inProject(call), only_allow_merge_if_pipeline_succeeds: false }),
  getJobReport: async (call) => ({ ...(await roleInputs.getJobArtifacts?.(call)), file_type: "cobertura" }),
  uploadProjectFile: (call) => ({ ...inProject(call), file: new File(["a"], "a.txt") }),
  listReleaseLinks: released,
  getReleaseLink: releaseLink,
  createReleaseLink: (call) => ({
    ...released(call),
    name: call.unused(),
    url: `https://a.test/${call.unused()}`,
  }),
  updateReleaseLink: (call) => ({ ...releaseLink(call), name: call.unused() }),
  deleteReleaseLink: releaseLink,
  getProjectUpload: (call) => ({
    ...inProject(call),
    secret: "0123456789abcdef0123456789abcdef",
    filename: "shot.png",
  }),
  listTodos: () => ({}),
  markAllTodosDone: () => ({}),
  markTodoDone: (call) => ({ id: todo(call) }),
  getRawWikiFile: (call) => ({ ...inProject(call), file_path: "home.md" }),
  ...searchInputs,
  triggerHook: (call) => roleInputs.deleteHook?.(call) ?? {},
  resendHookEvent: async (call) => {
    const id = Number(Reflect.get((await roleInputs.deleteHook?.(call)) ?? {}, "id"));
    const event = { eventId: call.unused(), trigger: "test", payload: "{}" };
    return { id, event_id: insertDelivery(call.service.store, event, id) };
  },
};

/** Inputs in which each parameter that names something else counts: of what is made at a ref, there is nothing yet. */
export const newInputs: typeof roleInputs = {
  createCommit: (call) => ({
    ...inProject(call),
    branch: call.unused(),
    commit_message: "M",
    start_sha: call.sha,
    actions: [{ action: "update", file_path: "a.txt", content: "n" }],
  }),
  createRelease: (call) => ({
    ...inProject(call),
    tag_name: call.unused(),
    name: "R",
    description: "Notes",
    ref: "main",
  }),
};
