import { z } from "zod";

/** A file's content as it will be committed. */
const pendingContent = z.discriminatedUnion("kind", [
  /** Text as `decodeFile` has it, with the encoding that it is written in: UTF-8 where left out. */
  z.object({ kind: z.literal("text"), text: z.string(), encoding: z.string().optional() }),
  /** Bytes as base64; `size` is their number. */
  z.object({ kind: z.literal("bytes"), base64: z.string(), size: z.int() }),
]);

/** The version of a file on the branch when its first change was made. */
const origin = z.object({
  path: z.string(),
  blobId: z.string(),
  /** Last commit that touched the file: what the service compares before it writes. */
  lastCommitId: z.string(),
  executable: z.boolean(),
});

/**
 * The pending changes of one file, folded into one value whatever the order of the user's steps: the original (`origin`,
 * null for a new file) and the new state.
 */
const change = z.object({
  id: z.string(),
  origin: origin.nullable(),
  /** New path; that of the origin unless the file moves. */
  path: z.string(),
  /** New content, null where it is unchanged. */
  content: pendingContent.nullable(),
  executable: z.boolean(),
  deleted: z.boolean(),
});

/** Texts that were typed for the commit of the pending changes of a branch. */
const session = z.object({
  account: z.string(),
  project: z.string(),
  branch: z.string(),
  /** Commit at the branch's tip that all changes started from; empty where they started from several. */
  head: z.string(),
  message: z.string(),
  /** Branch to commit to; empty for the session's own. */
  target: z.string(),
  authorName: z.string(),
  authorEmail: z.string(),
});

export const editSession = z.object({ type: z.literal("edit-session"), session });

/** A pending change; `key` is that of its session. */
export const editChange = z.object({ type: z.literal("edit-change"), key: z.string(), change });

/** Text of the blob that an edit started from, stored beside its draft; UTF-8 where it has no encoding. */
export const editBase = z.object({
  type: z.literal("edit-base"),
  text: z.string(),
  encoding: z.string().default("utf-8"),
});

/** A page's title with its folders, its text and its format. */
const wikiText = z.object({ title: z.string(), content: z.string(), format: z.string() });

/** An edit of a wiki page that is not saved on the service. */
export const wikiDraft = z.object({
  type: z.literal("wiki-draft"),
  account: z.string(),
  project: z.string(),
  /** Slug of the page that is edited, or a name of its own for a page that does not exist. */
  id: z.string(),
  /** Text of the page when the edit began; null for a new page. */
  base: wikiText.nullable(),
  text: wikiText,
});

/** Choices and text of a merge of three versions of a file. */
export const mergeDraft = z.object({
  /** The merge's regions as JSON: choices and text apply to no other. */
  regions: z.string(),
  /** By the order of the conflicts; null for one without. */
  choices: z.array(z.enum(["mine", "theirs", "both", "base"]).nullable()),
  /** Result as it was edited by hand; null while nothing was. */
  text: z.string().nullable(),
  /** Whether the result is edited by hand instead of chosen. */
  isEditing: z.boolean(),
});
