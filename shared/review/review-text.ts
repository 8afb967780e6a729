import type { Discussion, DiscussionNote } from "../api/resources/discussions.ts";
import type { MergeRequest, MergeRequestVersion } from "../api/resources/merge-request-shapes.ts";
import type { DiffFile } from "../diff/diff-file.ts";
import { hunkAt } from "./hunk-at.ts";

/** First and last line of a comment on one side of a change; null where it is not on that side. */
interface CommentedLines {
  readonly old: readonly [number, number] | null;
  readonly new: readonly [number, number] | null;
}

/** A block of a comment that proposes lines in place of others of the new file. */
interface ReviewSuggestion {
  /** First and last line that it replaces; null where the comment is on no line. */
  readonly replaces: readonly [number, number] | null;
  /** The proposed lines, without the last line end. */
  readonly lines: string;
}

interface ReviewComment {
  readonly author: string;
  readonly name: string;
  /** ISO date and time; null where unknown. */
  readonly created_at: string | null;
  /** Markdown. */
  readonly body: string;
  readonly suggestions: readonly ReviewSuggestion[];
}

/** A thread of a review: on lines, on a file (no `lines`), or on the whole (no `path`). */
interface ReviewThread {
  readonly id: string;
  readonly path: string | null;
  readonly old_path: string | null;
  readonly lines: CommentedLines | null;
  /** Unified diff around the lines as it was when they were commented; null where it is not known. */
  readonly hunk: string | null;
  /** Number of the version that was commented, from 1; null where it is not known. */
  readonly version: number | null;
  /** Null for comments that cannot be resolved. */
  readonly resolved: boolean | null;
  readonly comments: readonly ReviewComment[];
}

/** The comments of a merge request as a text for other programs. */
export interface Review {
  readonly project: string;
  readonly iid: number;
  readonly title: string;
  readonly url: string | null;
  readonly state: string;
  readonly author: string | null;
  readonly source_branch: string;
  readonly target_branch: string;
  /** Commit of the newest version; null where it is not known. */
  readonly head: string | null;
  readonly versions: number;
  readonly threads: readonly ReviewThread[];
}

/** Changes between two commits, in which the lines of comments are found. */
export interface ReviewChanges {
  readonly base: string;
  readonly head: string;
  readonly files: readonly DiffFile[];
}

/** Source of a review. */
export interface ReviewSource {
  readonly project: string;
  readonly mergeRequest: Pick<
    MergeRequest,
    "iid" | "title" | "web_url" | "state" | "source_branch" | "target_branch" | "sha"
  > & { readonly author?: { readonly username: string } | null | undefined };
  /** Newest first. */
  readonly versions: readonly MergeRequestVersion[];
  readonly threads: readonly Discussion[];
  readonly changes: readonly ReviewChanges[];
}

/** Returns the comments of people on a merge request, in the order of the service. */
export function reviewOf({ project, mergeRequest, versions, threads, changes }: ReviewSource): Review {
  return {
    project,
    iid: mergeRequest.iid,
    title: mergeRequest.title,
    url: mergeRequest.web_url || null,
    state: mergeRequest.state,
    author: mergeRequest.author?.username ?? null,
    source_branch: mergeRequest.source_branch,
    target_branch: mergeRequest.target_branch,
    head: versions[0]?.head_commit_sha ?? mergeRequest.sha ?? null,
    versions: versions.length,
    threads: threads.flatMap((thread) => threadOf(thread, versions, changes)),
  };
}

function threadOf(
  thread: Discussion,
  versions: readonly MergeRequestVersion[],
  changes: readonly ReviewChanges[],
): ReviewThread[] {
  const notes = thread.notes.filter(({ system }) => !system);
  const [first] = notes;
  if (!first) return [];
  const { position } = first;
  const lines = position ? linesOf(position) : null;
  const shown =
    position && changes.find(({ base, head }) => head === position.head_sha && base === position.base_sha);
  const file = shown?.files.find(
    ({ new_path, old_path }) => new_path === position?.new_path || old_path === position?.old_path,
  );
  const index = versions.findIndex(
    ({ head_commit_sha, base_commit_sha }) =>
      head_commit_sha === position?.head_sha && (!base_commit_sha || base_commit_sha === position.base_sha),
  );
  const resolvable = notes.filter((note) => note.resolvable);
  return [
    {
      id: thread.id,
      path: position?.new_path ?? position?.old_path ?? null,
      old_path: position?.old_path ?? null,
      lines,
      hunk: file && lines ? hunkAt(file.diff, lines) : null,
      version: index < 0 ? null : versions.length - index,
      resolved: resolvable.length === 0 ? null : resolvable.every(({ resolved }) => resolved === true),
      comments: notes.map((note) => commentOf(note, lines)),
    },
  ];
}

function linesOf(position: NonNullable<DiscussionNote["position"]>): CommentedLines | null {
  const { line_range: range } = position;
  const side = (line: number | null | undefined, start: number | null | undefined) =>
    line == null ? null : ([Math.min(start ?? line, line), line] as const);
  const lines = {
    old: side(position.old_line, range?.start.old_line),
    new: side(position.new_line, range?.start.new_line),
  };
  return lines.old || lines.new ? lines : null;
}

function commentOf(
  { author, created_at, body }: DiscussionNote,
  lines: CommentedLines | null,
): ReviewComment {
  return {
    author: author?.username ?? "someone",
    name: author?.name ?? "Someone",
    created_at: created_at ?? null,
    body,
    suggestions: suggestionsIn(body, lines?.new?.[1] ?? null),
  };
}

const suggestionBlock =
  /^[ \t]*(`{3,}|~{3,})[ \t]*suggestion(?::-(\d+)\+(\d+))?[^\n]*\n([\s\S]*?)^[ \t]*\1[`~]*[ \t]*$/gm;

/** Returns the suggestions of a comment on a line of the new file. */
function suggestionsIn(body: string, line: number | null): ReviewSuggestion[] {
  return [...body.replaceAll("\r\n", "\n").matchAll(suggestionBlock)].map(
    ([, , above = "0", below = "0", lines = ""]) => ({
      replaces: line === null ? null : [Math.max(1, line - Number(above)), line + Number(below)],
      lines: lines.replace(/\n$/, ""),
    }),
  );
}

/** Returns a review as JSON, with a line end at its end. */
export const reviewJson = (review: Review): string => `${JSON.stringify(review, null, 2)}\n`;

/** Returns a review as Markdown. Bodies are quoted, so that no comment looks like the text around it. */
export function reviewMarkdown(review: Review): string {
  const open = review.threads.filter(({ resolved }) => resolved === false).length;
  const head = [
    `# ${inline(review.title)} (!${review.iid})`,
    [
      `- Project: ${inline(review.project)}`,
      ...(review.url ? [`- Page: ${review.url}`] : []),
      ...(review.author ? [`- Author: @${review.author}`] : []),
      `- Branches: ${code(review.source_branch)} → ${code(review.target_branch)}`,
      `- State: ${review.state}`,
      ...(review.head ? [`- Head: ${code(review.head)}, version ${review.versions}`] : []),
      `- Threads: ${review.threads.length}, ${open} open`,
    ].join("\n"),
  ];
  return `${[...head, ...review.threads.map(threadMarkdown)].join("\n\n")}\n`;
}

function threadMarkdown(thread: ReviewThread): string {
  const { path, version, resolved, hunk, comments } = thread;
  const facts = [
    ...(version === null ? [] : [`version ${version}`]),
    ...(resolved === null ? [] : [resolved ? "resolved" : "open"]),
  ];
  const where = path === null ? "Comment" : `${code(path)}${placeOf(thread.lines)}`;
  return [
    `## ${where}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`,
    ...(hunk === null ? [] : [fenced(hunk, "diff")]),
    ...comments.map(
      ({ author, created_at, body }) =>
        `**@${author}**${created_at ? ` ${created_at}` : ""}\n\n${quoted(body)}`,
    ),
  ].join("\n\n");
}

function placeOf(lines: CommentedLines | null): string {
  const range = lines?.new ?? lines?.old;
  if (!range) return "";
  const [from, to] = range;
  const side = lines?.new ? "" : " before the change";
  return from === to ? ` line ${to}${side}` : ` lines ${from}–${to}${side}`;
}

const quoted = (body: string): string =>
  body
    .replaceAll("\r\n", "\n")
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");

/** Returns text on one line that begins no Markdown block of its own. */
const inline = (text: string): string => text.replace(/\s+/g, " ").trim();

function code(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return fence + pad + inline(text) + pad + fence;
}

function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
