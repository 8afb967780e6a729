import { z } from "zod";
import { openEnum, type Raw, record, timestamp, versioned } from "../contract/fields.ts";

/** Short ids are null in tags and releases of some versions, titles where a message has none. */
const readCommit = (raw: Raw): Raw => {
  const { id, short_id, title, message } = raw;
  if (typeof short_id === "string" && typeof title === "string") return raw;
  return {
    ...raw,
    short_id: short_id ?? (typeof id === "string" ? id.slice(0, 8) : undefined),
    title: title ?? (typeof message === "string" ? message.split("\n", 1)[0] : undefined),
  };
};

/** A commit as branches, tags and comparisons embed it (Commits › Commit). */
export const shortCommit = versioned(
  record({
    id: z.string(),
    short_id: z.string().default("").describe("null in tags and releases of some versions"),
    title: z.string().default(""),
    message: z.string().default(""),
    author_name: z.string().default(""),
    author_email: z.string().default(""),
    authored_date: timestamp.optional(),
    committer_name: z.string().optional(),
    committer_email: z.string().optional(),
    committed_date: timestamp.optional(),
    created_at: timestamp.optional(),
    parent_ids: z.array(z.string()).default([]).describe("null in lists of branches before 12.x"),
    web_url: z.string().optional().describe("since 12.9"),
  }),
  readCommit,
);
export type ShortCommit = z.output<typeof shortCommit>;

/** Changed lines of a commit. */
const commitStats = record({
  additions: z.int().default(0),
  deletions: z.int().default(0),
  total: z.int().default(0),
});

/** A commit of a list, or a single one with what only a single one carries (Commits › Commit). */
export const commit = versioned(
  record({
    ...shortCommit.shape,
    stats: commitStats.optional().describe("present when requested"),
    status: z.string().nullish(),
    last_pipeline: record({
      id: z.int(),
      ref: z.string().nullish(),
      sha: z.string(),
      status: z.string(),
    }).nullish(),
    project_id: z.int().optional().describe("since 11.4"),
    trailers: z.record(z.string(), z.string()).optional().describe("since 13.6"),
  }),
  readCommit,
);
export type Commit = z.output<typeof commit>;

/** One file of a diff (Commits › Diff entry). */
export const diffEntry = versioned(
  record({
    diff: z
      .string()
      .default("")
      .describe("unified diff from its first `@@`; older services prepend `---` and `+++`"),
    old_path: z.string(),
    new_path: z.string(),
    a_mode: z.string().nullable().default(null),
    b_mode: z.string().nullable().default(null),
    new_file: z.boolean().default(false),
    renamed_file: z.boolean().default(false),
    deleted_file: z.boolean().default(false),
    generated_file: z.boolean().nullish().describe("since 16.9"),
    collapsed: z.boolean().nullish().describe("left out because of its size; since 13.x"),
    too_large: z.boolean().nullish().describe("since 13.x"),
  }),
  (raw) => {
    const { diff: patch, a_mode, b_mode } = raw;
    // Old services put the two file lines before the first hunk, new ones begin with it.
    const diff = typeof patch === "string" ? patch.replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, "") : patch;
    if (diff === patch && a_mode !== "0" && b_mode !== "0") return raw;
    return {
      ...raw,
      diff,
      a_mode: a_mode === "0" ? null : a_mode,
      b_mode: b_mode === "0" ? null : b_mode,
    };
  },
);
export type DiffEntry = z.output<typeof diffEntry>;

/** A branch or tag that contains a commit. */
export const commitRef = record({ type: openEnum("branch", "tag"), name: z.string() });
