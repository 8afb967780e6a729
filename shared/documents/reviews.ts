import { z } from "zod";

const line = z.object({ oldLine: z.int().nullable(), newLine: z.int().nullable() });

/** A draft of a comment on lines of a change, or in a thread. */
const lineDraft = z.object({
  key: z.string(),
  /** Path of the file before and after the change. */
  oldPath: z.string(),
  newPath: z.string(),
  first: line,
  last: line,
  text: z.string(),
  /** Commits of the merge request's version that the lines belong to; null on a commit. */
  version: z.object({ base: z.string(), start: z.string(), head: z.string() }).nullable(),
  /** Thread that is replied to. */
  thread: z.string().nullable(),
  /** Whether its file is not part of the changes, so that no service knows its place. */
  isElsewhere: z.boolean().optional(),
  /** Whether that thread is resolved, and is to stay so. */
  keepsResolved: z.boolean().optional(),
  /** Whether it belongs to a review that is submitted as a whole. */
  pending: z.boolean(),
});
export const lineDrafts = z.array(lineDraft);

/** A comment on a merge request or an issue, or the approval of a merge request. */
const message = z.discriminatedUnion("kind", [
  /** A comment on lines of a change. */
  z.object({ kind: z.literal("line"), draft: lineDraft }),
  /** `keepsResolved`: a resolved thread, which a reply reopens, is resolved again. */
  z.object({
    kind: z.literal("reply"),
    discussion: z.string(),
    body: z.string(),
    keepsResolved: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("note"), body: z.string() }),
  /** `sha`: the head that was reviewed. */
  z.object({ kind: z.literal("approval"), sha: z.string().nullable() }),
]);

/** A message with a key that is unique in the outbox. */
const queuedMessage = message.and(z.object({ key: z.string() }));

/** The unsent messages of one merge request or issue. */
export const outboxEntry = z.object({
  /** Thing that they are sent to; a merge request in entries of earlier versions. */
  of: z.enum(["merge_request", "issue"]).default("merge_request"),
  /** Key of the drafts of what they are sent to, which has one entry. */
  draftKey: z.string(),
  account: z.string(),
  project: z.string(),
  iid: z.int(),
  title: z.string(),
  /** Whether the service has threads. */
  threaded: z.boolean(),
  /** Time of the first message, ISO 8601. */
  createdAt: z.string(),
  messages: z.array(queuedMessage),
  /** Reason why it is not sent until its author decides; null while it only waits for the service. */
  blocked: z
    .object({ reason: z.enum(["moved", "closed", "refused", "uncertain"]), message: z.string() })
    .nullable(),
  /** Whether it is sent even if what it is sent to has changed. */
  force: z.boolean(),
});

/** Merge requests as they were at their last visit, by id. */
export const seenMergeRequests = z.record(
  z.string(),
  z.object({
    updated: z.string(),
    notes: z.int(),
    head: z.string(),
    /** Milliseconds of the visit; 0 in entries of earlier versions. */
    visited: z.int().default(0),
  }),
);

/** Queries with the names that the user gave them. Previous versions stored the query alone; it becomes the name. */
export const savedSearches = z.array(
  z.union([
    z.object({ name: z.string(), query: z.string() }),
    z.string().transform((query) => ({ name: query, query })),
  ]),
);

/** Keys of the runs of changed lines that were read in a merge request, by path; see `ChangeRun`. */
export const readChanges = z.record(z.string(), z.array(z.string()));
/** Marks of entries of the inbox, by key. A stamp is the time of an entry's last change, ISO 8601. */
export const inboxMarks = z.record(
  z.string(),
  z.object({
    /** Stamp at which it was read. */
    read: z.string().optional(),
    /** Stamp at which it was done, and the milliseconds of that. */
    done: z.object({ stamp: z.string(), at: z.int() }).optional(),
    /** Stamp at which it was snoozed, until a time or, with null, until it changes. */
    snoozed: z.object({ stamp: z.string(), until: z.string().nullable() }).optional(),
    /** Milliseconds of the last mark. */
    marked: z.int(),
  }),
);
