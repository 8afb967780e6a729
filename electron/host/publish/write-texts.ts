import { createHash } from "node:crypto";
import { z } from "zod";
import {
  createIssue,
  getIssue,
  listProjectIssues,
  updateIssue,
} from "../../../shared/api/resources/issues.ts";
import { updateMergeRequest } from "../../../shared/api/resources/merge-requests.ts";
import { createSnippetNote, listSnippetNotes } from "../../../shared/api/resources/notes.ts";
import { createProjectSnippet, listProjectSnippets } from "../../../shared/api/resources/project-snippets.ts";
import { createRelease, getRelease } from "../../../shared/api/resources/releases.ts";
import { createWikiPage, getWikiPage, listWikiPages } from "../../../shared/api/resources/wikis.ts";
import { describeMergeRequest } from "./describe-merge-request.ts";
import type { PublishRun } from "./publish-run.ts";
import { composeText, describeWritten } from "./rewrite-text.ts";
import { isRefusal } from "./service-side.ts";
import {
  type IssueItem,
  issueItem,
  mergeRequestItem,
  type NoteItem,
  numberKey,
  releaseItem,
  type SnippetItem,
  snippetItem,
  snippetNoteItem,
  wikiPageItem,
} from "./source-items.ts";
import { milestoneId } from "./write-project.ts";

const isDone = z.boolean();
const idResult = z.object({ id: z.int() });
/** A new number, and the hash of the text that was sent with it. */
export const describedResult = z.object({ iid: z.int(), text: z.string() });

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns the text of an issue as the target has it. */
export function describeIssue(run: PublishRun, { iid, author, createdAt, description }: IssueItem): string {
  const written = describeWritten({ ...namesOf(author), at: createdAt });
  return composeText(`Opened by ${written}`, run.rewrite(description), run.markOf(`issue:${iid}`));
}

/** Returns the text of a comment as the target has it; `where` is the line that it is about, where that is said in words. */
export function describeNote(run: PublishRun, note: NoteItem, where = ""): string {
  const written = describeWritten({ ...namesOf(note.author), at: note.createdAt });
  return composeText(`By ${written}${where}`, run.rewrite(note.body), run.markOf(`note:${note.id}`));
}

export function describeSnippet(run: PublishRun, key: string, snippet: SnippetItem): string {
  const written = describeWritten({ ...namesOf(snippet.author), at: snippet.createdAt });
  return composeText(`By ${written}`, run.rewrite(snippet.description), run.markOf(`snippet:${Number(key)}`));
}

const namesOf = (author: { readonly name: string; readonly username: string } | null) => ({
  name: author?.name ?? null,
  username: author?.username ?? null,
});

/** Writes issues with their numbers, where the target takes them. */
export async function writeIssues(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  const inOrder = [...store.items(id, "issue", z.object({ iid: z.int() }))].map(({ value }) => value.iid);
  for (const iid of inOrder.toSorted((a, b) => a - b)) {
    const item = store.item(id, "issue", numberKey(iid), issueItem);
    if (!item) continue;
    run.advance(`Issue #${iid}`);
    const description = describeIssue(run, item);
    const text = hashOf(description);
    const milestone = milestoneId(run, item.milestone);
    const made = await run.once(`issue:${iid}`, describedResult, {
      what: "Issues",
      name: `#${iid}`,
      async find() {
        const mark = run.markOf(`issue:${iid}`);
        for await (const found of target.entries(listProjectIssues, { id: targetProject, scope: "all" }))
          if (found.description?.includes(mark)) return { iid: found.iid, text };
        return null;
      },
      async write() {
        const { iid: number } = await target.write(createIssue, {
          id: targetProject,
          iid,
          title: item.title,
          description,
          labels: item.labels.join(","),
          confidential: item.confidential,
          assignee_ids: run.userIds(item.assignees),
          ...(milestone === null ? {} : { milestone_id: milestone }),
          ...(item.dueDate ? { due_date: item.dueDate } : {}),
          ...(item.weight === null ? {} : { weight: item.weight }),
          ...(item.type === "issue" ? {} : { issue_type: item.type }),
        });
        return { iid: number, text };
      },
    });
    if (made && made.iid !== iid)
      run.lose(
        "Numbers of issues",
        "The target gave another one; texts name the new one.",
        `#${iid} is #${made.iid}`,
      );
  }
}

/** Closes what is closed, and opens again what a commit or merge closed. */
export async function settleIssues(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  for (const { value: item } of store.items(id, "issue", issueItem)) {
    const made = run.resultOf(`issue:${item.iid}`, describedResult);
    if (!made) continue;
    await run.once(`issue-state:${item.iid}`, isDone, {
      what: "States of issues",
      name: `#${item.iid}`,
      find: async () => null,
      async write() {
        const of = { id: targetProject, issue_iid: made.iid };
        const { state } = await target.read(getIssue, of);
        if ((state === "closed") !== item.isClosed)
          await target.write(updateIssue, { ...of, state_event: item.isClosed ? "close" : "reopen" });
        return true;
      },
    });
  }
}

/** Sends the descriptions again that name what had no number yet. */
export async function rewriteDescriptions(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  run.report("References in descriptions");
  const describe = async (key: string, name: string, description: string, write: () => Promise<unknown>) => {
    const made = run.resultOf(key, describedResult);
    const text = hashOf(description);
    if (!made || made.text === text) return;
    await run.once(`text:${key}:${text}`, isDone, {
      what: "References in descriptions",
      name,
      find: async () => null,
      async write() {
        await write();
        return true;
      },
    });
  };
  for (const { value } of store.items(id, "issue", issueItem)) {
    const description = describeIssue(run, value);
    const key = `issue:${value.iid}`;
    const number = run.resultOf(key, describedResult)?.iid ?? 0;
    const of = { id: targetProject, issue_iid: number };
    await describe(key, `#${value.iid}`, description, () =>
      target.write(updateIssue, { ...of, description }),
    );
  }
  for (const { value } of store.items(id, "merge-request", mergeRequestItem)) {
    const description = describeMergeRequest(run, value);
    const key = `merge-request:${value.iid}`;
    const number = run.resultOf(key, describedResult)?.iid ?? 0;
    const of = { id: targetProject, merge_request_iid: number };
    await describe(key, `!${value.iid}`, description, () =>
      target.write(updateMergeRequest, { ...of, description }),
    );
  }
}

export async function writeSnippets(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  const of = { id: targetProject };
  for (const { key, value } of store.items(id, "snippet", snippetItem)) {
    run.advance(`Snippet ${value.title}`);
    const mark = run.markOf(`snippet:${Number(key)}`);
    const [only, ...others] = value.files;
    const files = value.files.map(({ path, content }) => ({ file_path: path, content }));
    const content = only && others.length === 0 ? { file_name: only.path, code: only.content } : { files };
    const made = await run.once(`snippet:${Number(key)}`, idResult, {
      what: "Snippets",
      name: value.title,
      async find() {
        for await (const found of target.entries(listProjectSnippets, of))
          if (found.description?.includes(mark)) return found;
        return null;
      },
      write: () =>
        target.write(createProjectSnippet, {
          ...of,
          title: value.title,
          description: describeSnippet(run, key, value),
          visibility: value.visibility,
          ...content,
        }),
    });
    if (!made) continue;
    for (const { value: comment } of store.items(id, "snippet-note", snippetNoteItem, `${key}:`)) {
      const { note } = comment;
      await run.once(`snippet-note:${note.id}`, isDone, {
        what: "Comments on snippets",
        name: value.title,
        async find() {
          const own = run.markOf(`note:${note.id}`);
          for await (const found of target.entries(listSnippetNotes, { ...of, snippet_id: made.id }))
            if (found.body.includes(own)) return true;
          return null;
        },
        async write() {
          await target.write(createSnippetNote, {
            ...of,
            snippet_id: made.id,
            body: describeNote(run, note),
          });
          return true;
        },
      });
    }
  }
}

/** Writes releases, the oldest first, so that the latest one is the latest there. */
export async function writeReleases(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  const all = [
    ...store.items(id, "release", z.object({ tag: z.string(), releasedAt: z.string().nullable() })),
  ];
  const inOrder = all.toSorted(
    (a, b) => Date.parse(a.value.releasedAt ?? "0") - Date.parse(b.value.releasedAt ?? "0"),
  );
  for (const { key } of inOrder) {
    const item = store.item(id, "release", key, releaseItem);
    if (!item) continue;
    run.advance(`Release ${item.tag}`);
    const of = { id: targetProject, tag_name: item.tag };
    await run.once(`release:${item.tag}`, isDone, {
      what: "Releases",
      name: item.tag,
      find: async () => null,
      async write() {
        if (await target.find(getRelease, of)) return true;
        await target.write(createRelease, {
          ...of,
          name: item.name,
          description: run.rewrite(item.description),
          assets: { links: item.links },
          ...(item.releasedAt ? { released_at: item.releasedAt } : {}),
        });
        return true;
      },
    });
  }
}

/** Writes the wiki with its history, and its pages alone where the target does not take that. */
export async function writeWiki(run: PublishRun): Promise<void> {
  const { store, id, target, targetProject } = run;
  const count = store.count(id, "wiki-page");
  if (count === 0) return;
  run.report("The wiki");
  if (run.wiki.exists && (await pushWiki(run, count))) {
    for (const { key } of store.items(id, "wiki-page", wikiPageItem)) run.advance(`Wiki page ${key}`);
    return;
  }
  for (const { key: slug, value } of store.items(id, "wiki-page", wikiPageItem)) {
    run.advance(`Wiki page ${slug}`);
    const { format, content } = value;
    await run.once(`wiki-page:${slug}`, isDone, {
      what: "Wiki pages",
      name: slug,
      find: async () => null,
      async write() {
        if (await target.find(getWikiPage, { id: targetProject, slug })) return true;
        await target.write(createWikiPage, { id: targetProject, title: slug, format, content });
        return true;
      },
    });
  }
}

/** Returns whether the target shows all pages after a push. Which branch a wiki shows differs between services. */
async function pushWiki(run: PublishRun, count: number): Promise<boolean> {
  const heads = [...(await run.wiki.refs())].filter(([ref]) => ref.startsWith("refs/heads/"));
  const [own] = heads;
  if (!own) return false;
  try {
    for (const ref of new Set([own[0], "refs/heads/main", "refs/heads/master"])) {
      const refs = new Map([...heads, [ref, own[1]] as const]);
      await run.wiki.push(
        run.targetWiki,
        [...refs].map(([name, to]) => ({ ref: name, to })),
      );
      const pages = await run.target.read(listWikiPages, { id: run.targetProject });
      if (pages.length >= count) return true;
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    run.lose("History and files of the wiki", "The target does not take the push; its pages are kept.");
  }
  return false;
}
