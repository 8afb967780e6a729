import type { ServiceStore } from "../../service-store.ts";
import { type Job, listCurrentJobs } from "../../store/ci/jobs.ts";
import { findPipeline, type Pipeline } from "../../store/ci/pipelines.ts";
import { findRunner } from "../../store/ci/runners.ts";
import type { HookSwitch } from "../../store/hooks/hooks.ts";
import { findProject, type Project } from "../../store/projects/projects.ts";
import type { Release } from "../../store/projects/releases.ts";
import { assigneesOf, labelsOf } from "../../store/review/issuables.ts";
import { findIssueById, type Issue } from "../../store/review/issues.ts";
import { listLabelRows, scopeOfProject } from "../../store/review/labels.ts";
import { findMergeRequestById } from "../../store/review/merge-requests.ts";
import type { Note } from "../../store/review/notes.ts";
import { findSnippetById } from "../../store/review/snippets.ts";
import { findUser } from "../../store/users/users.ts";
import type { IssueChanged, ReleaseChanged, WikiPageChanged } from "../events/events.ts";
import { eventProject, eventRepository, eventUser } from "./event-project.ts";

/** An event of a project's webhooks as it is recorded. */
export interface ProjectEvent {
  readonly hookSwitch: HookSwitch;
  readonly project: Project;
  /** The name of the event in the request's head derives from its kind. */
  readonly payload: Readonly<Record<string, unknown>> & { readonly object_kind: string };
  /** Commit whose message and author the payload gets as `commit`; null where it has none. */
  readonly sha: string | null;
}

const userOf = (store: ServiceStore, id: number | null) =>
  eventUser(id === null ? null : findUser(store, id));

/** Returns the event of a new comment, null where what it is on is gone. */
export function noteEvent(store: ServiceStore, note: Note, serviceUrl: string): ProjectEvent | null {
  const on = commentedOn(store, note, serviceUrl);
  if (!on) return null;
  const { project, path, noteable, isConfidential } = on;
  return {
    hookSwitch: isConfidential ? "confidential_note_events" : "note_events",
    project,
    sha: null,
    payload: {
      object_kind: "note",
      event_type: isConfidential ? "confidential_note" : "note",
      user: userOf(store, note.authorId),
      project_id: project.id,
      project: eventProject(store, project, serviceUrl),
      object_attributes: {
        id: note.id,
        note: note.body,
        noteable_type: note.parentType,
        noteable_id: note.parentId,
        author_id: note.authorId,
        discussion_id: note.discussionId,
        type: note.type,
        system: note.system,
        project_id: project.id,
        created_at: note.createdAt,
        updated_at: note.updatedAt,
        action: "create",
        url: `${serviceUrl}/${project.fullPath}/-/${path}#note_${note.id}`,
      },
      repository: eventRepository(store, project, serviceUrl),
      ...noteable,
    },
  };
}

function commentedOn(store: ServiceStore, { parentType, parentId }: Note, serviceUrl: string) {
  if (parentType === "Issue") {
    const issue = findIssueById(store, parentId);
    const project = issue && findProject(store, issue.projectId);
    if (!project) return null;
    const noteable = { issue: issueFields(store, project, issue, serviceUrl) };
    return { project, path: `issues/${issue.iid}`, noteable, isConfidential: issue.confidential };
  }
  if (parentType === "MergeRequest") {
    const mergeRequest = findMergeRequestById(store, parentId);
    const project = mergeRequest && findProject(store, mergeRequest.projectId);
    if (!project) return null;
    const { id, iid, title, description, state, sourceBranch, targetBranch, authorId } = mergeRequest;
    const merge_request = {
      ...{ id, iid, title, description, state, author_id: authorId },
      source_branch: sourceBranch,
      target_branch: targetBranch,
      source_project_id: mergeRequest.sourceProjectId,
      target_project_id: mergeRequest.projectId,
      url: `${serviceUrl}/${project.fullPath}/-/merge_requests/${iid}`,
    };
    return { project, path: `merge_requests/${iid}`, noteable: { merge_request }, isConfidential: false };
  }
  const snippet = findSnippetById(store, parentId);
  const project = snippet?.projectId == null ? null : findProject(store, snippet.projectId);
  if (!snippet || !project) return null;
  const noteable = { snippet: { id: snippet.id, title: snippet.title, project_id: project.id } };
  return {
    project,
    path: `snippets/${snippet.id}`,
    noteable,
    isConfidential: snippet.visibility === "private",
  };
}

function issueFields(store: ServiceStore, project: Project, issue: Issue, serviceUrl: string) {
  const assignees = assigneesOf(store, { type: "Issue", id: issue.id });
  return {
    id: issue.id,
    iid: issue.iid,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    type: issue.type,
    confidential: issue.confidential,
    author_id: issue.authorId,
    assignee_id: assignees[0] ?? null,
    assignee_ids: assignees,
    milestone_id: issue.milestoneId,
    due_date: issue.dueDate,
    weight: issue.weight,
    project_id: project.id,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    labels: eventLabels(store, project, issue),
    url: `${serviceUrl}/${project.fullPath}/-/issues/${issue.iid}`,
  };
}

function eventLabels(store: ServiceStore, project: Project, { id }: Issue) {
  const names = labelsOf(store, { type: "Issue", id });
  return listLabelRows(store, scopeOfProject(store, project.id))
    .filter(({ name }) => names.includes(name))
    .map((label) => ({
      id: label.id,
      title: label.name,
      color: label.color,
      description: label.description,
    }));
}

/** Returns the event of an issue that was opened, changed, closed or opened again; null where it is gone. */
export function issueEvent(
  store: ServiceStore,
  { issueId, userId, action }: IssueChanged,
  serviceUrl: string,
): ProjectEvent | null {
  const issue = findIssueById(store, issueId);
  const project = issue && findProject(store, issue.projectId);
  if (!project) return null;
  const assignees = assigneesOf(store, { type: "Issue", id: issueId });
  return {
    hookSwitch: issue.confidential ? "confidential_issues_events" : "issues_events",
    project,
    sha: null,
    payload: {
      object_kind: "issue",
      event_type: issue.confidential ? "confidential_issue" : "issue",
      user: userOf(store, userId),
      project: eventProject(store, project, serviceUrl),
      object_attributes: { ...issueFields(store, project, issue, serviceUrl), action },
      repository: eventRepository(store, project, serviceUrl),
      assignees: assignees.map((id) => eventUser(findUser(store, id))),
      labels: eventLabels(store, project, issue),
      changes: {},
    },
  };
}

const secondsBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;

/** Returns the event of a job that has another status than before, null where its project is gone. */
export function jobEvent(store: ServiceStore, job: Job, serviceUrl: string): ProjectEvent | null {
  const project = findProject(store, job.projectId);
  const pipeline = project && findPipeline(store, project.id, job.pipelineId);
  if (!project || !pipeline) return null;
  return {
    hookSwitch: "job_events",
    project,
    sha: pipeline.sha,
    payload: {
      object_kind: "build",
      ref: pipeline.ref,
      tag: pipeline.tag,
      before_sha: pipeline.before,
      sha: pipeline.sha,
      build_id: job.id,
      build_name: job.name,
      build_stage: job.stage,
      build_status: job.status,
      build_created_at: job.createdAt,
      build_started_at: job.startedAt,
      build_finished_at: job.finishedAt,
      build_duration: secondsBetween(job.startedAt, job.finishedAt),
      build_queued_duration: secondsBetween(job.queuedAt, job.startedAt),
      build_allow_failure: job.allowFailure,
      build_failure_reason: job.failureReason ?? "unknown_failure",
      pipeline_id: pipeline.id,
      runner: runnerFields(store, job.runnerId),
      project_id: project.id,
      project_name: project.fullPath,
      user: userOf(store, job.userId),
      project: eventProject(store, project, serviceUrl),
      repository: eventRepository(store, project, serviceUrl),
      environment: null,
    },
  };
}

function runnerFields(store: ServiceStore, id: number | null) {
  const runner = id === null ? null : findRunner(store, id);
  return (
    runner && {
      id: runner.id,
      description: runner.description,
      active: runner.active,
      runner_type: runner.type,
      tags: runner.tags,
    }
  );
}

/** Returns the event of a pipeline that has another status than before. */
export function pipelineEvent(
  store: ServiceStore,
  project: Project,
  pipeline: Pipeline,
  serviceUrl: string,
): ProjectEvent {
  const jobs = listCurrentJobs(store, pipeline.id);
  const mergeRequest =
    pipeline.mergeRequestId === null ? null : findMergeRequestById(store, pipeline.mergeRequestId);
  return {
    hookSwitch: "pipeline_events",
    project,
    sha: pipeline.sha,
    payload: {
      object_kind: "pipeline",
      object_attributes: {
        id: pipeline.id,
        iid: pipeline.iid,
        name: pipeline.name,
        ref: pipeline.ref,
        tag: pipeline.tag,
        sha: pipeline.sha,
        before_sha: pipeline.before,
        source: pipeline.source,
        status: pipeline.status,
        detailed_status: pipeline.status,
        stages: [...new Set(jobs.map(({ stage }) => stage))],
        created_at: pipeline.createdAt,
        finished_at: pipeline.finishedAt,
        duration: secondsBetween(pipeline.startedAt, pipeline.finishedAt),
        queued_duration: secondsBetween(pipeline.createdAt, pipeline.startedAt),
        // What a pipeline was started with may be secrets.
        variables: [],
        url: `${serviceUrl}/${project.fullPath}/-/pipelines/${pipeline.id}`,
      },
      merge_request: mergeRequest && {
        id: mergeRequest.id,
        iid: mergeRequest.iid,
        title: mergeRequest.title,
        source_branch: mergeRequest.sourceBranch,
        source_project_id: mergeRequest.sourceProjectId,
        target_branch: mergeRequest.targetBranch,
        target_project_id: mergeRequest.projectId,
        state: mergeRequest.state,
        url: `${serviceUrl}/${project.fullPath}/-/merge_requests/${mergeRequest.iid}`,
      },
      user: userOf(store, pipeline.userId),
      project: eventProject(store, project, serviceUrl),
      builds: jobs.map((job) => ({
        id: job.id,
        stage: job.stage,
        name: job.name,
        status: job.status,
        created_at: job.createdAt,
        started_at: job.startedAt,
        finished_at: job.finishedAt,
        duration: secondsBetween(job.startedAt, job.finishedAt),
        queued_duration: secondsBetween(job.queuedAt, job.startedAt),
        failure_reason: job.failureReason,
        allow_failure: job.allowFailure,
        user: userOf(store, job.userId),
        runner: runnerFields(store, job.runnerId),
      })),
    },
  };
}

/** Returns the event of a page of a wiki that was written or deleted. */
export function wikiPageEvent(
  store: ServiceStore,
  { project, user, page, action }: WikiPageChanged,
  serviceUrl: string,
): ProjectEvent {
  const url = `${serviceUrl}/${project.fullPath}/-/wikis/${page.slug}`;
  const { git_ssh_url, git_http_url, path_with_namespace } = eventProject(store, project, serviceUrl);
  return {
    hookSwitch: "wiki_page_events",
    project,
    sha: null,
    payload: {
      object_kind: "wiki_page",
      user: eventUser(user),
      project: eventProject(store, project, serviceUrl),
      wiki: {
        web_url: `${serviceUrl}/${project.fullPath}/-/wikis/home`,
        git_ssh_url: git_ssh_url.replace(/\.git$/, ".wiki.git"),
        git_http_url: git_http_url.replace(/\.git$/, ".wiki.git"),
        path_with_namespace: `${path_with_namespace}.wiki`,
      },
      object_attributes: { slug: page.slug, title: page.title, format: page.format, url, action },
    },
  };
}

/** Returns the event of a release that was created, changed or deleted. */
export function releaseEvent(
  store: ServiceStore,
  { project, release, action }: ReleaseChanged,
  serviceUrl: string,
): ProjectEvent {
  return {
    hookSwitch: "releases_events",
    project,
    sha: null,
    payload: {
      object_kind: "release",
      ...releaseFields(release),
      project: eventProject(store, project, serviceUrl),
      url: `${serviceUrl}/${project.fullPath}/-/releases/${encodeURIComponent(release.tagName)}`,
      action,
    },
  };
}

const releaseFields = ({ id, name, tagName, description, createdAt, releasedAt, links }: Release) => ({
  ...{ id, name, description, tag: tagName, created_at: createdAt, released_at: releasedAt },
  assets: {
    count: links.length,
    links: links.map((link) => ({ id: link.id, name: link.name, url: link.url })),
  },
});
