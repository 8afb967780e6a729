import { z } from "zod";
import type { ServiceStore } from "../../service-store.ts";
import { hasHookFor } from "../../store/hooks/hooks.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import { assigneesOf, labelsOf } from "../../store/review/issuables.ts";
import { listLabelRows, scopeOfProject } from "../../store/review/labels.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import { findMergeRequestById, type MergeRequest } from "../../store/review/merge-requests.ts";
import { findUser } from "../../store/users/users.ts";
import { type MergeRequestChanged, mergeRequestChanged } from "../events/events.ts";
import { outboxOf } from "../events/outbox-worker.ts";
import { eventCommit } from "./event-commit.ts";
import { eventProject, eventRepository, eventUser } from "./event-project.ts";
import { queueEvent } from "./queued-deliveries.ts";

/** An event without its last commit, which is read later. */
const recordedChange = z.object({
  payload: z.looseObject({ object_attributes: z.record(z.string(), z.unknown()) }),
  /** The id is 0 in what an older version recorded: it had no hooks of projects. */
  project: z.object({ id: z.int().default(0), repositoryPath: z.string(), fullPath: z.string() }),
  /** Head of the source branch, null where it has no commits. */
  head: z.string().nullable(),
});

const recordedChanges = outboxOf("hook_event_of_merge_request", recordedChange);

/**
 * Queues events for what is done to the merge requests of a store from now on, and for what a killed service had recorded.
 * In order. Returns a function that stops it.
 */
export function queueMergeRequestEvents(
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const unsubscribe = mergeRequestChanged.on(store, (event) => {
    // As it is now: a later change has an event of its own.
    const mergeRequest = findMergeRequestById(store, event.mergeRequestId);
    if (!mergeRequest || !hasHookFor(store, "merge_requests_events", mergeRequest.projectId)) return;
    const project = findProject(store, mergeRequest.projectId);
    if (!project) return;
    recordedChanges.add(store, {
      payload: mergeRequestPayload(store, project, mergeRequest, event, serviceUrl()),
      project: { id: project.id, repositoryPath: project.repositoryPath, fullPath: project.fullPath },
      head: latestVersion(store, mergeRequest.id)?.headSha ?? null,
    });
  });
  const stop = recordedChanges.start(store, {
    work: async ({ payload, project, head }, settle) => {
      const last_commit = await eventCommit(store, project, head, serviceUrl());
      const object_attributes = { ...payload.object_attributes, last_commit };
      store.transaction(() => {
        queueEvent(store, "merge_requests_events", { ...payload, object_attributes }, project.id);
        settle();
      });
    },
    onError,
  });
  return () => {
    unsubscribe();
    return stop();
  };
}

/** Returns the body of an event of a merge request, without its last commit. */
export function mergeRequestPayload(
  store: ServiceStore,
  project: Project,
  mergeRequest: MergeRequest,
  { action, userId, oldHead }: MergeRequestChanged,
  serviceUrl: string,
) {
  const source = findProject(store, mergeRequest.sourceProjectId ?? 0);
  const { id, iid, title, description, state, authorId } = mergeRequest;
  const assignees = assigneesOf(store, { type: "MergeRequest", id });
  const names = labelsOf(store, { type: "MergeRequest", id });
  return {
    object_kind: "merge_request",
    event_type: "merge_request",
    user: eventUser(userId === null ? null : findUser(store, userId)),
    project: eventProject(store, project, serviceUrl),
    repository: eventRepository(store, project, serviceUrl),
    object_attributes: {
      id,
      iid,
      title,
      description,
      state,
      author_id: authorId,
      assignee_id: assignees[0] ?? null,
      assignee_ids: assignees,
      milestone_id: mergeRequest.milestoneId,
      source_branch: mergeRequest.sourceBranch,
      source_project_id: mergeRequest.sourceProjectId,
      target_branch: mergeRequest.targetBranch,
      target_project_id: mergeRequest.projectId,
      merge_commit_sha: mergeRequest.mergeCommitSha,
      merge_status: "unchecked",
      work_in_progress: mergeRequest.wip,
      draft: mergeRequest.wip,
      created_at: mergeRequest.createdAt,
      updated_at: mergeRequest.updatedAt,
      url: `${serviceUrl}/${project.fullPath}/-/merge_requests/${iid}`,
      source: source ? eventProject(store, source, serviceUrl) : null,
      target: eventProject(store, project, serviceUrl),
      last_commit: null,
      action,
      oldrev: oldHead,
    },
    labels: listLabelRows(store, scopeOfProject(store, project.id))
      .filter(({ name }) => names.includes(name))
      .map((label) => ({
        id: label.id,
        title: label.name,
        color: label.color,
        description: label.description,
      })),
    changes: {},
    assignees: assignees.map((assignee) => eventUser(findUser(store, assignee))),
  };
}
