import { z } from "zod";
import {
  createDiscussion,
  createIssueDiscussion,
  listDiscussions,
  listIssueDiscussions,
  replyToDiscussion,
  replyToIssueDiscussion,
  resolveDiscussion,
  type SentPosition,
} from "../../../shared/api/resources/discussions.ts";
import { listMergeRequestVersions } from "../../../shared/api/resources/merge-requests.ts";
import { createIssueNote, createMergeRequestNote } from "../../../shared/api/resources/notes.ts";
import type { PublishRun } from "./publish-run.ts";
import { isRefusal } from "./service-side.ts";
import {
  numberKey,
  type PositionItem,
  type ThreadItem,
  threadItem,
  type VersionItem,
  versionItem,
} from "./source-items.ts";
import { describedResult, describeNote } from "./write-texts.ts";

const isDone = z.boolean();
/** The thread of a note at the target; null for one that the list of threads does not show yet. */
const threadResult = z.object({ thread: z.string().nullable() });

/** Versions of a merge request at the source, each with the one at the target that has its head. */
type VersionPairs = readonly { readonly source: VersionItem; readonly target: VersionItem | null }[];

/** Returns the versions of both sides, oldest first. */
export async function pairVersions(run: PublishRun, iid: number, number: number): Promise<VersionPairs> {
  const of = { id: run.targetProject, merge_request_iid: number };
  const there: { id: number; item: VersionItem }[] = [];
  for await (const version of run.target.entries(listMergeRequestVersions, of)) {
    const { id, head_commit_sha: head, base_commit_sha: base, start_commit_sha: start, created_at } = version;
    there.push({ id, item: { head, base, start, createdAt: created_at } });
  }
  const unused = there.toSorted((a, b) => a.id - b.id).map(({ item }) => item);
  return [...run.store.items(run.id, "version", versionItem, `${numberKey(iid)}:`)].map(({ value }) => {
    const at = unused.findIndex(({ head }) => head === value.head);
    const [target = null] = at < 0 ? [] : unused.splice(at, 1);
    return { source: value, target };
  });
}

/** Returns a position as the target has it: the line is the same, the version is the target's own. */
export function movePosition(position: PositionItem, pairs: VersionPairs): PositionItem {
  const hasHead = pairs.filter(({ source }) => source.head === position.head);
  const pair = hasHead.find(({ source }) => source.start === position.start) ?? hasHead.at(-1);
  if (!pair?.target) return position;
  const { base, start, head } = pair.target;
  return { ...position, base, start, head };
}

function toSentPosition(position: PositionItem): SentPosition {
  const { base, start, head, type, oldPath, newPath, oldLine, newLine } = position;
  return {
    base_sha: base,
    start_sha: start,
    head_sha: head,
    position_type: type === "file" ? "file" : "text",
    ...(oldPath === null ? {} : { old_path: oldPath }),
    ...(newPath === null ? {} : { new_path: newPath }),
    ...(oldLine === null ? {} : { old_line: oldLine }),
    ...(newLine === null ? {} : { new_line: newLine }),
  };
}

/** Returns in words which line a comment is about, for a target that does not take its position. */
function describePosition({ newPath, oldPath, newLine, oldLine, head }: PositionItem): string {
  const path = (newPath ?? oldPath ?? "").replace(/[`\p{Cc}\p{Cf}]/gu, "_");
  const line = newLine ?? oldLine;
  return ` about \`${path}\`${line === null ? "" : `, line ${line}`}, at ${head.slice(0, 8)}`;
}

/** Reads and writes of the threads of one kind of thing. */
interface Threads {
  readonly kind: "thread" | "issue-thread";
  readonly what: string;
  readonly sign: string;
  /** Returns the thread whose notes include a mark. */
  readonly find: (mark: string) => Promise<{ readonly thread: string } | null>;
  readonly single: (body: string) => Promise<unknown>;
  readonly start: (body: string, position: SentPosition | null) => Promise<{ readonly id: string }>;
  readonly reply: (thread: string, body: string) => Promise<unknown>;
}

/** Writes the comments on merge requests, on the lines and versions that they are about. */
export async function writeMergeRequestThreads(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  for (const { value } of store.items(id, "merge-request", z.object({ iid: z.int() }))) {
    const made = run.resultOf(`merge-request:${value.iid}`, describedResult);
    if (!made) continue;
    const of = { id: targetProject, merge_request_iid: made.iid };
    let pairs: VersionPairs | null = null;
    const threads: Threads = {
      kind: "thread",
      what: "Comments on merge requests",
      sign: `!${value.iid}`,
      async find(mark) {
        for await (const { id: thread, notes } of target.entries(listDiscussions, of))
          if (notes.some(({ body }) => body.includes(mark))) return { thread };
        return null;
      },
      single: (body) => target.write(createMergeRequestNote, { ...of, body }),
      start: (body, position) =>
        target.write(createDiscussion, { ...of, body, ...(position ? { position } : {}) }),
      reply: (thread, body) => target.write(replyToDiscussion, { ...of, discussion_id: thread, body }),
    };
    for (const { key, value: item } of store.items(id, "thread", threadItem, `${numberKey(value.iid)}:`)) {
      if (item.position) pairs ??= await pairVersions(run, value.iid, made.iid);
      const thread = await writeThread(run, threads, key, item, pairs ?? []);
      if (thread === null || !item.isResolved) continue;
      await run.once(`resolved:${key}`, isDone, {
        what: "Resolved threads",
        name: `!${value.iid}`,
        find: async () => null,
        async write() {
          await target.write(resolveDiscussion, { ...of, discussion_id: thread, resolved: true });
          return true;
        },
      });
    }
  }
}

export async function writeIssueThreads(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  for (const { value } of store.items(id, "issue", z.object({ iid: z.int() }))) {
    const made = run.resultOf(`issue:${value.iid}`, describedResult);
    if (!made) continue;
    const of = { id: targetProject, issue_iid: made.iid };
    const threads: Threads = {
      kind: "issue-thread",
      what: "Comments on issues",
      sign: `#${value.iid}`,
      async find(mark) {
        for await (const { id: thread, notes } of target.entries(listIssueDiscussions, of))
          if (notes.some(({ body }) => body.includes(mark))) return { thread };
        return null;
      },
      single: (body) => target.write(createIssueNote, { ...of, body }),
      start: (body) => target.write(createIssueDiscussion, { ...of, body }),
      reply: (thread, body) => target.write(replyToIssueDiscussion, { ...of, discussion_id: thread, body }),
    };
    for (const { key, value: item } of store.items(
      id,
      "issue-thread",
      threadItem,
      `${numberKey(value.iid)}:`,
    ))
      await writeThread(run, threads, key, item, []);
  }
}

/** Writes the notes of a thread in their order. Returns the target's id of it; null for a single comment. */
async function writeThread(
  run: PublishRun,
  threads: Threads,
  key: string,
  item: ThreadItem,
  pairs: VersionPairs,
): Promise<string | null> {
  const [first, ...replies] = item.notes;
  if (!first) return null;
  const { what, sign } = threads;
  run.advance(`Comments on ${sign}`);
  const isSingle = item.isSingle && !item.position;
  const made = await run.once(`note:${threads.kind}:${key}`, threadResult, {
    what,
    name: sign,
    find: () => threads.find(run.markOf(`note:${first.id}`)),
    async write() {
      if (isSingle) {
        await threads.single(describeNote(run, first));
        return { thread: null };
      }
      return { thread: (await startThread(run, threads, item, pairs)).id };
    },
  });
  if (!made) return null;
  if (replies.length === 0) return made.thread;
  const thread = made.thread ?? (await threads.find(run.markOf(`note:${first.id}`)))?.thread;
  if (thread === undefined) return null;
  for (const note of replies) {
    const mark = run.markOf(`note:${note.id}`);
    await run.once(`note:${note.id}`, isDone, {
      what,
      name: sign,
      find: async () => ((await threads.find(mark)) ? true : null),
      async write() {
        await threads.reply(thread, describeNote(run, note));
        return true;
      },
    });
  }
  return thread;
}

async function startThread(run: PublishRun, threads: Threads, item: ThreadItem, pairs: VersionPairs) {
  const [first] = item.notes;
  if (!first) throw new Error("a thread has a note");
  if (!item.position) return threads.start(describeNote(run, first), null);
  const position = movePosition(item.position, pairs);
  if (position.type === "text" || position.type === "file") {
    try {
      return await threads.start(describeNote(run, first), toSentPosition(position));
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  const why = "The target does not take the position: the comment names its line in words.";
  run.lose("Lines of comments", why, threads.sign);
  return threads.start(describeNote(run, first, describePosition(item.position)), null);
}
