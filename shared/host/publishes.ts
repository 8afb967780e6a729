import { z } from "zod";
import { visibility } from "../api/resources/projects.ts";
import { hostRoute } from "./host-route.ts";

/** Parts of a project that a publish takes along or leaves; branches, tags, labels and milestones are always taken. */
const publishedParts = z.strictObject({
  mergeRequests: z.boolean(),
  issues: z.boolean(),
  wiki: z.boolean(),
  snippets: z.boolean(),
  releases: z.boolean(),
  /** Members who exist on the target. They see the project from then on. */
  members: z.boolean(),
  /** CI variables with their values, which are secrets. */
  variables: z.boolean(),
});
export type PublishedPart = keyof z.output<typeof publishedParts>;

const text = z.string().min(1).max(1000);
/** Full path of a project or group, of segments that are none of `.` and `..`. */
const fullPath = text.regex(
  /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\s?#\\]+$/,
  "Enter a full path such as group/project",
);

/** A project of one account that becomes a new project of another. */
const newPublish = z.strictObject({
  source: z.strictObject({ accountId: text, project: fullPath }),
  target: z.strictObject({
    accountId: text,
    /** Full path of the group, or the user name for the account's own projects. */
    namespace: fullPath,
    name: z.string().min(1).max(255),
    path: z
      .string()
      .max(255)
      .regex(/^[A-Za-z0-9_][\w.-]*$/, "Use letters, digits, - . and _"),
    visibility,
  }),
  parts: publishedParts,
});
export type NewPublish = z.output<typeof newPublish>;

/** Something that is not kept as it was, and why. */
const loss = z.object({
  what: z.string(),
  why: z.string(),
  count: z.int(),
  /** The first ones. */
  examples: z.array(z.string()),
});
export type PublishLoss = z.output<typeof loss>;

/** A field that differs between the two sides. */
const difference = z.object({
  item: z.string(),
  field: z.string(),
  source: z.string(),
  target: z.string(),
});
export type PublishDifference = z.output<typeof difference>;

/**
 * `read` reads the source and writes nothing (the dry run), `write` makes the new project, `verify` compares both sides.
 */
const publishPhase = z.enum(["read", "write", "verify"]);
/**
 * `planned` has been read and waits for its start, `waiting` goes on by itself once the service is back, `paused` was
 * paused, `stopped` waits for the user, `done` has been compared.
 */
const publishState = z.enum(["running", "planned", "waiting", "paused", "stopped", "done"]);
export type PublishState = z.output<typeof publishState>;

/** A publish as it is listed. */
export const publish = z.object({
  ...newPublish.shape,
  id: z.string(),
  phase: publishPhase,
  state: publishState,
  /** The step that runs, or the reason for its state, as a sentence. */
  message: z.string(),
  /** Steps of the phase that are done, and all of them; 0 while that is not known. */
  done: z.int(),
  total: z.int(),
  createdAt: z.iso.datetime(),
  /** Time at which the source was read. */
  readAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Web address of the new project once it exists. */
  targetUrl: z.string().nullable(),
  /** Number of fields that differ, null until both sides were compared. */
  differences: z.int().nullable(),
});
export type Publish = z.output<typeof publish>;

/** A publish with what was read, what is not kept and how the two sides differ. */
export const publishDetail = z.object({
  ...publish.shape,
  counts: z.array(z.object({ what: z.string(), count: z.int() })),
  /** Bytes of the repository with all versions, and of the wiki's. */
  bytes: z.int(),
  /** Names of people of the source who were found on the target. */
  people: z.array(z.object({ source: z.string(), target: z.string(), role: z.string() })),
  /** Reasons why it cannot start. */
  obstacles: z.array(z.string()),
  losses: z.array(loss),
  /** Number of fields that were compared. */
  compared: z.int(),
  listedDifferences: z.array(difference),
});
export type PublishDetail = z.output<typeof publishDetail>;

/** Publishes of projects, which continue after a restart. */
export const publishRoutes = {
  list: hostRoute("GET /publishes", { response: z.array(publish) }),
  /** Reads the source, and what the target has already; nothing is written. */
  create: hostRoute("POST /publishes", { body: newPublish, response: publish, status: 201 }),
  get: hostRoute("GET /publishes/:id", { response: publishDetail }),
  /** Makes the new project, once the user has confirmed it. */
  start: hostRoute("POST /publishes/:id/start", { response: publish }),
  pause: hostRoute("POST /publishes/:id/pause", { response: publish }),
  /** Goes on with what was started, or reads again. */
  resume: hostRoute("POST /publishes/:id/resume", { response: publish }),
  /** Ends it and deletes what was read; what was written stays on the target. */
  remove: hostRoute("DELETE /publishes/:id"),
  /** The map of old to new addresses and numbers, as a JSON file. */
  map: hostRoute("GET /publishes/:id/map", { raw: "text" }),
};
