import { branchTip, findRef, listRefs, noObject } from "../../git/refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findJobById } from "../../store/ci/jobs.ts";
import { findPipeline } from "../../store/ci/pipelines.ts";
import type { HookSwitch } from "../../store/hooks/hooks.ts";
import { newestOf } from "../../store/hooks/newest.ts";
import type { Project } from "../../store/projects/projects.ts";
import { listReleaseRows } from "../../store/projects/releases.ts";
import { latestVersion } from "../../store/review/merge-request-versions.ts";
import { findMergeRequestById } from "../../store/review/merge-requests.ts";
import { findNoteById } from "../../store/review/notes.ts";
import type { User } from "../../store/users/users.ts";
import { invalid } from "../refusal.ts";
import { readPages } from "../wiki/page-index.ts";
import { findWiki, wikiTip } from "../wiki/wiki-repository.ts";
import { eventCommit } from "./event-commit.ts";
import {
  issueEvent,
  jobEvent,
  noteEvent,
  pipelineEvent,
  releaseEvent,
  wikiPageEvent,
} from "./project-payloads.ts";
import { updatePayload } from "./push-events.ts";
import { mergeRequestPayload } from "./queue-merge-request-events.ts";

/** A project whose newest things a test is made of, and who tests. */
interface SampleContext {
  readonly store: ServiceStore;
  readonly project: Project;
  readonly user: User;
  readonly serviceUrl: string;
}

const missing: Partial<Record<HookSwitch, string>> = {
  push_events: "commits",
  tag_push_events: "tags",
  merge_requests_events: "merge requests",
  note_events: "notes",
  confidential_note_events: "notes",
  issues_events: "issues",
  confidential_issues_events: "issues",
  job_events: "CI jobs",
  pipeline_events: "CI pipelines",
  wiki_page_events: "wiki pages",
  releases_events: "releases",
};

/**
 * Returns the body of an event of the newest thing of a kind in a project. Throws `invalid` where the project has none.
 */
export async function sampleEvent(context: SampleContext, trigger: HookSwitch): Promise<object> {
  const payload = await sampleOf(context, trigger);
  if (!payload) throw invalid(`Ensure the project has ${missing[trigger]}.`);
  return payload;
}

async function sampleOf(context: SampleContext, trigger: HookSwitch): Promise<object | null> {
  const { store, project, user, serviceUrl } = context;
  switch (trigger) {
    case "push_events":
    case "tag_push_events":
      return samplePush(context, trigger === "tag_push_events");
    case "merge_requests_events": {
      const id = newestOf(store, "merge_requests", project.id);
      const mergeRequest = id === null ? null : findMergeRequestById(store, id);
      if (!mergeRequest) return null;
      const change = { mergeRequestId: mergeRequest.id, userId: user.id, action: "open" } as const;
      const payload = mergeRequestPayload(store, project, mergeRequest, change, serviceUrl);
      const head = latestVersion(store, mergeRequest.id)?.headSha ?? null;
      const last_commit = await eventCommit(store, project, head, serviceUrl);
      return { ...payload, object_attributes: { ...payload.object_attributes, last_commit } };
    }
    case "issues_events":
    case "confidential_issues_events": {
      const issueId = newestOf(store, "issues", project.id);
      return issueId === null
        ? null
        : (issueEvent(store, { issueId, userId: user.id, action: "open" }, serviceUrl)?.payload ?? null);
    }
    case "note_events":
    case "confidential_note_events": {
      const id = newestOf(store, "notes", project.id);
      const note = id === null ? null : findNoteById(store, id);
      return note && (noteEvent(store, note, serviceUrl)?.payload ?? null);
    }
    case "job_events": {
      const id = newestOf(store, "jobs", project.id);
      const job = id === null ? null : findJobById(store, id);
      const event = job && jobEvent(store, job, serviceUrl);
      return event && { ...event.payload, commit: await eventCommit(store, project, event.sha, serviceUrl) };
    }
    case "pipeline_events": {
      const id = newestOf(store, "pipelines", project.id);
      const pipeline = id === null ? null : findPipeline(store, project.id, id);
      const event = pipeline && pipelineEvent(store, project, pipeline, serviceUrl);
      return event && { ...event.payload, commit: await eventCommit(store, project, event.sha, serviceUrl) };
    }
    case "wiki_page_events": {
      const wiki = findWiki(store, project);
      const page = wiki && (await readPages(wiki, await wikiTip(wiki))).pages[0];
      return page
        ? wikiPageEvent(store, { project, user, page, action: "create" }, serviceUrl).payload
        : null;
    }
    case "releases_events": {
      const [release] = listReleaseRows(store, project.id);
      return release ? releaseEvent(store, { project, release, action: "create" }, serviceUrl).payload : null;
    }
    default:
      return null;
  }
}

async function samplePush({ store, project, user, serviceUrl }: SampleContext, isTag: boolean) {
  const repository = store.git.open(project.repositoryPath);
  const name = isTag
    ? (await listRefs(repository, "tags", "-creatordate"))[0]?.name
    : (project.defaultBranch ?? undefined);
  if (name === undefined) return null;
  const after = isTag ? (await findRef(repository, "tags", name))?.target : await branchTip(repository, name);
  if (!after) return null;
  const ref = `refs/${isTag ? "tags" : "heads"}/${name}`;
  return updatePayload(store, { project, userId: user.id }, { ref, before: noObject, after }, serviceUrl);
}
