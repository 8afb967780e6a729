import { z } from "zod";
import { hookTriggers } from "../../../../shared/api/resources/project-hooks.ts";
import { pipelineStatusChanged } from "../../ci/pipeline-state.ts";
import type { ServiceStore } from "../../service-store.ts";
import { findJobById, jobStatusChanged } from "../../store/ci/jobs.ts";
import { findPipeline } from "../../store/ci/pipelines.ts";
import { hasHookFor, hasProjectHooks } from "../../store/hooks/hooks.ts";
import { findProject } from "../../store/projects/projects.ts";
import { issueChanged, noteAdded, releaseChanged, wikiPageChanged } from "../events/events.ts";
import { outboxOf } from "../events/outbox-worker.ts";
import { eventCommit } from "./event-commit.ts";
import {
  issueEvent,
  jobEvent,
  noteEvent,
  type ProjectEvent,
  pipelineEvent,
  releaseEvent,
  wikiPageEvent,
} from "./project-payloads.ts";
import { queueEvent } from "./queued-deliveries.ts";

/** An event without its commit, which is read later. */
const recordedEvent = z.object({
  hookSwitch: z.enum(hookTriggers),
  project: z.object({ id: z.int(), repositoryPath: z.string(), fullPath: z.string() }),
  payload: z.looseObject({}),
  sha: z.string().nullable(),
});

const recordedEvents = outboxOf("hook_event_of_project", recordedEvent);

/**
 * Queues events for webhooks of projects for what happens to comments, issues, jobs, pipelines, wiki pages and releases of a
 * store from now on, and for what a killed service had recorded. In order. Returns a function that stops it.
 */
export function queueProjectEvents(
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  /** Records an event. Most services have no webhooks: then what it is about is not read. */
  const record = (read: (url: string) => ProjectEvent | null) => {
    const event = hasProjectHooks(store) ? read(serviceUrl()) : null;
    const hookSwitch = hookTriggers.find((name) => name === event?.hookSwitch);
    if (!event || !hookSwitch || !hasHookFor(store, hookSwitch, event.project.id)) return;
    const { payload, sha } = event;
    const { id, repositoryPath, fullPath } = event.project;
    recordedEvents.add(store, { hookSwitch, project: { id, repositoryPath, fullPath }, payload, sha });
  };
  const unsubscribe = [
    noteAdded.on(store, (note) => record((url) => noteEvent(store, note, url))),
    issueChanged.on(store, (changed) => record((url) => issueEvent(store, changed, url))),
    jobStatusChanged.on(store, ({ jobId }) =>
      record((url) => {
        const job = findJobById(store, jobId);
        // As on real services, which have no event for jobs that start pipelines.
        return job && !job.isBridge ? jobEvent(store, job, url) : null;
      }),
    ),
    pipelineStatusChanged.on(store, ({ projectId, pipelineId }) =>
      record((url) => {
        const project = findProject(store, projectId);
        const pipeline = project && findPipeline(store, projectId, pipelineId);
        return pipeline && pipelineEvent(store, project, pipeline, url);
      }),
    ),
    wikiPageChanged.on(store, (changed) => record((url) => wikiPageEvent(store, changed, url))),
    releaseChanged.on(store, (changed) => record((url) => releaseEvent(store, changed, url))),
  ];
  const stop = recordedEvents.start(store, {
    work: async ({ hookSwitch, project, payload, sha }, settle) => {
      const commit = sha === null ? {} : { commit: await eventCommit(store, project, sha, serviceUrl()) };
      store.transaction(() => {
        queueEvent(store, hookSwitch, { ...payload, ...commit }, project.id);
        settle();
      });
    },
    onError,
  });
  return () => {
    for (const end of unsubscribe) end();
    return stop();
  };
}
