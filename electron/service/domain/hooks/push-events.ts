import { z } from "zod";
import { countAhead } from "../../git/ancestry.ts";
import { readCommit } from "../../git/commits.ts";
import { log } from "../../git/log.ts";
import { changedFiles } from "../../git/raw-changes.ts";
import { findRef, isNoObject, resolveCommit } from "../../git/refs.ts";
import type { RefUpdate } from "../../git/update-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import { type HookSwitch, hasHook, hasHookFor } from "../../store/hooks/hooks.ts";
import { findUser } from "../../store/users/users.ts";
import { type RefsMoved, refsMoved } from "../events/events.ts";
import { outboxOf } from "../events/outbox-worker.ts";
import { hooksOfOtherBranches } from "./branch-filter.ts";
import { eventProject, eventRepository } from "./event-project.ts";
import { queueEvent } from "./queued-deliveries.ts";

/** Commits that the body of a push lists. */
const maxCommits = 20;
/** Refs of one push that have an event of their own; the update of the repository names all. */
const maxRefs = 50;

/** Milliseconds without a push after which the commits of pushes are read. */
const quietMs = 250;

/** A push as it was when it was recorded; its commits are read later. */
const recordedPush = z.object({
  /** Fields that all events of the push have in common. */
  head: z.record(z.string(), z.unknown()),
  repository: z.record(z.string(), z.unknown()),
  /** The id is 0 in what an older version recorded: it had no hooks of projects. */
  project: z.object({ id: z.int().default(0), repositoryPath: z.string(), fullPath: z.string() }),
  updates: z.array(z.object({ ref: z.string(), before: z.string(), after: z.string() })),
});
type RecordedPush = z.output<typeof recordedPush>;

const recordedPushes = outboxOf("hook_events_of_push", recordedPush);

/**
 * Queues events for the pushes, also those by the interface, of a store from now on, and those that a killed service had
 * recorded. In order. Returns a function that stops it.
 */
export function queuePushEvents(
  store: ServiceStore,
  serviceUrl: () => string,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const unsubscribe = refsMoved.on(store, (moved) => {
    const updates = moved.updates.filter(({ ref }) => /^refs\/(heads|tags)\//.test(ref));
    if (updates.length === 0 || !hasHook(store, moved.project.id)) return;
    const { project } = moved;
    recordedPushes.add(store, {
      head: eventHead(store, moved, serviceUrl()),
      repository: eventRepository(store, project, serviceUrl()),
      project: { id: project.id, repositoryPath: project.repositoryPath, fullPath: project.fullPath },
      updates: updates.map(({ ref, before, after }) => ({ ref, before, after })),
    });
  });
  const stop = recordedPushes.start(store, {
    work: (push, settle) => queuePush(store, push, serviceUrl(), settle),
    quietMs,
    onError,
  });
  return () => {
    unsubscribe();
    return stop();
  };
}

async function queuePush(
  store: ServiceStore,
  { head, repository, project, updates }: RecordedPush,
  serviceUrl: string,
  settle: () => void,
): Promise<void> {
  const events: (readonly [HookSwitch, object, (readonly number[])?])[] = [];
  for (const update of updates.slice(0, maxRefs)) {
    const isTag = update.ref.startsWith("refs/tags/");
    const hookSwitch = isTag ? "tag_push_events" : "push_events";
    const except = isTag
      ? []
      : hooksOfOtherBranches(store, project.id, update.ref.slice("refs/heads/".length));
    if (!hasHookFor(store, hookSwitch, project.id, except)) continue;
    const name = isTag ? "tag_push" : "push";
    const described = await describeUpdate(store, project, update, serviceUrl);
    const payload = { object_kind: name, event_name: name, ...head, repository, ...described };
    events.push([hookSwitch, payload, except]);
  }
  events.push([
    "repository_update_events",
    {
      event_name: "repository_update",
      ...head,
      changes: updates.map(({ ref, before, after }) => ({ before, after, ref })),
      refs: updates.map(({ ref }) => ref),
    },
  ]);
  store.transaction(() => {
    for (const [hookSwitch, payload, except] of events)
      queueEvent(store, hookSwitch, payload, project.id, except);
    settle();
  });
}

/** Returns the body of the event of one ref that was moved. */
export async function updatePayload(
  store: ServiceStore,
  moved: Pick<RefsMoved, "project" | "userId">,
  update: RefUpdate,
  serviceUrl: string,
) {
  const name = update.ref.startsWith("refs/tags/") ? "tag_push" : "push";
  const described = await describeUpdate(store, moved.project, update, serviceUrl);
  const head = eventHead(store, moved, serviceUrl);
  const repository = eventRepository(store, moved.project, serviceUrl);
  return { object_kind: name, event_name: name, ...head, repository, ...described };
}

function eventHead(
  store: ServiceStore,
  { project, userId }: Pick<RefsMoved, "project" | "userId">,
  serviceUrl: string,
) {
  const user = userId === null ? null : findUser(store, userId);
  return {
    user_id: user?.id ?? null,
    user_name: user?.name ?? "",
    user_username: user?.username ?? "",
    user_email: user?.email ?? "",
    user_avatar: null,
    project_id: project.id,
    project: eventProject(store, project, serviceUrl),
  };
}

async function describeUpdate(
  store: ServiceStore,
  project: Pick<RecordedPush["project"], "repositoryPath" | "fullPath">,
  { ref, before, after }: RefUpdate,
  serviceUrl: string,
) {
  const repository = store.git.open(project.repositoryPath);
  const common = { before, after, ref };
  const isTag = ref.startsWith("refs/tags/");
  // What was deleted, or moved on since, has no commits to list.
  const commit = isNoObject(after) ? null : await resolveCommit(repository, after).catch(() => null);
  if (commit === null)
    return { ...common, checkout_sha: null, message: null, commits: [], total_commits_count: 0 };
  if (isTag) {
    const tag = await findRef(repository, "tags", ref.slice("refs/tags/".length));
    return {
      ...common,
      checkout_sha: commit,
      message: tag?.message ?? null,
      commits: [],
      total_commits_count: 0,
    };
  }
  const without = isNoObject(before) ? null : await resolveCommit(repository, before).catch(() => null);
  const tip = await readCommit(repository, commit);
  // A commit by the interface was read for its response: no process is needed for it.
  const isOne = without !== null && tip.parents.length === 1 && tip.parents[0] === without;
  const commits = isOne ? [tip] : await log(repository, { from: commit, limit: maxCommits, without });
  const files = await changedFiles(
    repository,
    commits.map(({ id }) => id),
  );
  return {
    ...common,
    checkout_sha: commit,
    message: null,
    // The oldest one first.
    commits: commits.toReversed().map(({ id, message, committedAt, authorName, authorEmail }) => ({
      id,
      message,
      title: message.split("\n", 1)[0],
      timestamp: committedAt,
      url: `${serviceUrl}/${project.fullPath}/-/commit/${id}`,
      author: { name: authorName, email: authorEmail },
      ...(files.get(id) ?? { added: [], modified: [], removed: [] }),
    })),
    total_commits_count:
      without === null || commits.length < maxCommits
        ? commits.length
        : await countAhead(repository, commit, without),
  };
}
