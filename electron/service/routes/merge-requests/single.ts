import {
  createMergeRequest,
  deleteMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from "../../../../shared/api/resources/merge-request-changes.ts";
import { accessLevel } from "../../domain/access/access-level.ts";
import { requireProject } from "../../domain/access/require-project.ts";
import { addSystemNote, followMergeRequest } from "../../domain/merge-requests/follow-merge-request.ts";
import { emitMergeRequestChanged } from "../../domain/merge-requests/merge-request-events.ts";
import { requireEditor, requireMergeRequest } from "../../domain/merge-requests/require-merge-request.ts";
import { branchTip } from "../../git/refs/refs.ts";
import { badParameter, forbidden, httpError, unauthorized } from "../../http/http-error.ts";
import { type Context, implement } from "../../http/implement.ts";
import { toMergeRequestDetail } from "../../presenters/merge-request.ts";
import { accessLevels } from "../../store/groups/members.ts";
import type { Project } from "../../store/projects/projects.ts";
import { setLabels } from "../../store/review/labels.ts";
import {
  assigneesOf,
  changeMergeRequest,
  deleteMergeRequestRow,
  findMergeRequest,
  findOpenDuplicate,
  insertMergeRequest,
  isDraftTitle,
  labelsOf,
  type MergeRequest,
  setAssignees,
} from "../../store/review/merge-requests.ts";
import { findMilestone } from "../../store/review/milestones.ts";
import { findUser } from "../../store/users/users.ts";

/** What creating and updating set alike. */
interface Fields {
  readonly assignee_id?: number | undefined;
  readonly assignee_ids?: readonly number[] | undefined;
  readonly milestone_id?: number | undefined;
  readonly labels?: string | undefined;
}

function setFields(context: Context, project: Project, mergeRequest: MergeRequest, fields: Fields): string[] {
  const { store } = context;
  const told: string[] = [];
  const assignees =
    fields.assignee_ids ?? (fields.assignee_id === undefined ? undefined : [fields.assignee_id]);
  if (assignees) {
    const before = assigneesOf(store, mergeRequest.id);
    const next = assignees.filter((id) => id !== 0);
    const missing = next.find((id) => !findUser(store, id));
    if (missing !== undefined) throw badParameter("assignee_ids is invalid");
    setAssignees(store, mergeRequest.id, next);
    const names = (ids: readonly number[]) => ids.map((id) => `@${findUser(store, id)?.username}`).join(", ");
    const added = next.filter((id) => !before.includes(id));
    const removed = before.filter((id) => !next.includes(id));
    if (added.length > 0) told.push(`assigned to ${names(added)}`);
    if (removed.length > 0) told.push(`unassigned ${names(removed)}`);
  }
  if (fields.milestone_id !== undefined && fields.milestone_id !== (mergeRequest.milestoneId ?? 0)) {
    const milestone = fields.milestone_id === 0 ? null : findMilestone(store, fields.milestone_id);
    if (fields.milestone_id !== 0 && milestone?.projectId !== project.id)
      throw badParameter("milestone_id is invalid");
    changeMergeRequest(store, mergeRequest.id, { milestoneId: milestone?.id ?? null });
    told.push(milestone ? `changed milestone to %"${milestone.title}"` : "removed milestone");
  }
  if (fields.labels !== undefined) {
    const before = labelsOf(store, mergeRequest.id);
    const next = fields.labels
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    setLabels(store, project.id, mergeRequest.id, next);
    const after = labelsOf(store, mergeRequest.id);
    const words = (names: readonly string[]) => names.map((name) => `~"${name}"`).join(" ");
    const added = after.filter((name) => !before.includes(name));
    const removed = before.filter((name) => !after.includes(name));
    if (added.length > 0) told.push(`added ${words(added)} ${added.length === 1 ? "label" : "labels"}`);
    if (removed.length > 0)
      told.push(`removed ${words(removed)} ${removed.length === 1 ? "label" : "labels"}`);
  }
  return told;
}

const again = (context: Context, project: Project, iid: number): MergeRequest => {
  const found = findMergeRequest(context.store, project.id, iid);
  if (!found) throw httpError(404, "404 Not found");
  return found;
};

export const singleMergeRequestRoutes = [
  implement(getMergeRequest, async (input, context) => {
    const { mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    return toMergeRequestDetail(context, mergeRequest);
  }),
  implement(createMergeRequest, async (input, context) => {
    const { user, store } = context;
    if (!user) throw unauthorized();
    const source = context.project(input.id, "developer");
    const target = input.target_project_id
      ? requireProject({ store, user }, input.target_project_id)
      : source;
    const twin = {
      projectId: target.id,
      sourceProjectId: source.id,
      sourceBranch: input.source_branch,
      targetBranch: input.target_branch,
    };
    if (source.id === target.id && input.source_branch === input.target_branch)
      throw httpError(409, ["You can't use same project/branch for source and target"]);
    const [tip, into] = await Promise.all([
      branchTip(context.repository(source), input.source_branch),
      branchTip(context.repository(target), input.target_branch),
    ]);
    if (!tip) throw httpError(400, { source_branch: ["does not exist"] });
    if (!into) throw httpError(400, { target_branch: ["does not exist"] });
    const known = findOpenDuplicate(store, twin);
    if (known)
      throw httpError(409, [
        `Another open merge request already exists for this source branch: !${known.iid}`,
      ]);
    const made = insertMergeRequest(store, {
      ...twin,
      title: input.title,
      description: input.description,
      authorId: user.id,
      removeSourceBranch: input.remove_source_branch,
      squash: input.squash,
      allowCollaboration: input.allow_collaboration,
    });
    setFields(context, target, made, input);
    await followMergeRequest(store, made, user.id);
    emitMergeRequestChanged(store, { mergeRequestId: made.id, userId: user.id, action: "open" });
    return toMergeRequestDetail(context, again(context, target, made.iid));
  }),
  implement(updateMergeRequest, async (input, context) => {
    const { user, store } = context;
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    if (!user) throw unauthorized();
    requireEditor(context, { project, mergeRequest });
    const now = new Date().toISOString();
    if (input.state_event === "close" && mergeRequest.state !== "opened")
      throw httpError(403, "Merge request is not open");
    if (input.state_event === "reopen" && mergeRequest.state !== "closed")
      throw httpError(403, "Merge request is not closed");
    if (input.target_branch && !(await branchTip(context.repository(project), input.target_branch)))
      throw httpError(400, { target_branch: ["does not exist"] });
    const told = setFields(context, project, mergeRequest, input);
    if (input.title !== undefined && input.title !== mergeRequest.title) {
      const [was, is] = [mergeRequest.wip, isDraftTitle(input.title)];
      told.push(
        was === is
          ? `changed title from **${mergeRequest.title}** to **${input.title}**`
          : is
            ? "marked this merge request as **draft**"
            : "marked this merge request as **ready**",
      );
    }
    if (input.target_branch && input.target_branch !== mergeRequest.targetBranch)
      told.push(`changed target branch from \`${mergeRequest.targetBranch}\` to \`${input.target_branch}\``);
    if (input.description !== undefined && input.description !== mergeRequest.description)
      told.push("changed the description");
    if (input.state_event) told.push(input.state_event === "close" ? "closed" : "reopened");
    changeMergeRequest(store, mergeRequest.id, {
      title: input.title,
      description: input.description,
      targetBranch: input.target_branch,
      removeSourceBranch: input.remove_source_branch,
      squash: input.squash,
      allowCollaboration: input.allow_collaboration,
      discussionLocked: input.discussion_locked,
      ...(input.state_event === "close" ? { state: "closed", closedAt: now, closedById: user.id } : {}),
      ...(input.state_event === "reopen" ? { state: "opened", closedAt: null, closedById: null } : {}),
    });
    for (const words of told) addSystemNote(store, mergeRequest, user.id, words);
    if (told.length > 0) {
      emitMergeRequestChanged(store, {
        mergeRequestId: mergeRequest.id,
        userId: user.id,
        action: input.state_event ?? "update",
      });
    }
    // Another target or an open state is another comparison; branches are followed when they are updated.
    if (input.target_branch || input.state_event === "reopen") {
      await followMergeRequest(store, mergeRequest, user.id);
    }
    return toMergeRequestDetail(context, again(context, project, mergeRequest.iid));
  }),
  implement(deleteMergeRequest, async (input, context) => {
    const { project, mergeRequest } = requireMergeRequest(context, input.id, input.merge_request_iid);
    if (
      accessLevel(context.store, context.user, project) < accessLevels.owner &&
      mergeRequest.authorId !== context.user?.id
    )
      throw forbidden();
    context.store.transaction(() => deleteMergeRequestRow(context.store, mergeRequest.id));
    return undefined;
  }),
];
