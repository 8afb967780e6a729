import type { ServiceStore } from "../../service-store.ts";
import type { Version } from "../../store/review/merge-request-versions.ts";
import { insertNote, newDiscussionId, resolveNotes } from "../../store/review/notes.ts";
import { addReaction } from "../../store/review/reactions.ts";
import type { Random } from "../seed/seeded-random.ts";

const remarks = [
  "Why not a `Map` here? The list is walked twice.",
  "This reads well. One thing: what happens on an empty list?",
  "Could this name say what it holds?",
  "Nice. I would drop the comment, the code says it.",
  "Have you tried it with a boat that has no berth?",
];
const replies = [
  "Good point, changed.",
  "I tried: it is a third slower.",
  "Done in the next push.",
  "It cannot be empty here.",
];
const comments = [
  "Looks good to me once the checks are green.",
  "Can we have this before the weekend?",
  "I tried it on the wall: much better.",
];

interface Conversation {
  readonly store: ServiceStore;
  readonly random: Random;
  readonly mergeRequestId: number;
  readonly people: readonly number[];
  readonly at: Date;
}

const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString();

/** Adds comments and reactions to a merge request. */
export function addComments({ store, random, mergeRequestId, people, at }: Conversation): void {
  const parent = { parentType: "MergeRequest", parentId: mergeRequestId } as const;
  for (let i = random.int(0, 2); i > 0; i--) {
    const { id } = insertNote(store, {
      ...parent,
      authorId: random.pick(people),
      body: random.pick(comments),
      createdAt: later(at, 30 * i),
    });
    // Reactions to the last comment, by number rather than at random, so that the rest of the sample stays the same.
    if (i === 1)
      for (const user of people.slice(0, mergeRequestId % 3))
        addReaction(store, "Note", id, user, "thumbsup", later(at, 50));
  }
  for (const user of people.filter(() => random.chance(0.2)))
    addReaction(
      store,
      "MergeRequest",
      mergeRequestId,
      user,
      random.pick(["thumbsup", "tada", "heart"]),
      later(at, 20),
    );
}

/** Adds a thread on a line of a version, with a reply and perhaps resolved. */
export function addThread(
  { store, random, mergeRequestId, people, at }: Conversation,
  version: Version,
  { path, line }: { readonly path: string; readonly line: number },
  resolved: boolean,
): void {
  const discussionId = newDiscussionId();
  const position = JSON.stringify({
    base_sha: version.baseSha,
    start_sha: version.startSha,
    head_sha: version.headSha,
    position_type: "text",
    old_path: path,
    new_path: path,
    new_line: line,
  });
  const note = {
    parentType: "MergeRequest",
    parentId: mergeRequestId,
    discussionId,
    type: "DiffNote",
    position,
    resolvable: true,
  } as const;
  insertNote(store, {
    ...note,
    authorId: random.pick(people),
    body: random.pick(remarks),
    createdAt: later(at, 45),
  });
  insertNote(store, {
    ...note,
    authorId: random.pick(people),
    body: random.pick(replies),
    createdAt: later(at, 90),
  });
  if (resolved) resolveNotes(store, discussionId, random.pick(people));
}
