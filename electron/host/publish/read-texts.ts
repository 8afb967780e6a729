import { listSnippetNotes } from "../../../shared/api/resources/notes.ts";
import {
  getRawProjectSnippet,
  getRawProjectSnippetFile,
  listProjectSnippets,
  type Snippet,
} from "../../../shared/api/resources/project-snippets.ts";
import { listReleases } from "../../../shared/api/resources/releases.ts";
import { getWikiPage, listWikiPages } from "../../../shared/api/resources/wikis.ts";
import type { PublishRun } from "./publish-run.ts";
import { toNote } from "./read-reviews.ts";
import { isRefusal } from "./service-side.ts";
import { numberKey, toPerson } from "./source-items.ts";

export async function readSnippets(run: PublishRun): Promise<void> {
  const { source, store, id, sourceProject } = run;
  await run.optional("Snippets", async () => {
    const list = [];
    for await (const snippet of source.entries(listProjectSnippets, { id: sourceProject }))
      list.push(snippet);
    // The oldest first, as they were written.
    for (const snippet of list.toSorted((a, b) => a.id - b.id)) {
      run.report(`Reading snippet ${snippet.title}`);
      const files = await readFiles(run, snippet);
      if (!files) continue;
      store.putItem(id, "snippet", numberKey(snippet.id), {
        title: snippet.title,
        description: snippet.description ?? "",
        visibility:
          snippet.visibility === "public" || snippet.visibility === "internal"
            ? snippet.visibility
            : "private",
        author: toPerson(snippet.author),
        createdAt: snippet.created_at ?? "",
        files,
      });
      await readSnippetNotes(run, snippet.id);
    }
  });
}

async function readSnippetNotes(run: PublishRun, snippetId: number): Promise<void> {
  const input = {
    id: run.sourceProject,
    snippet_id: snippetId,
    sort: "asc",
    order_by: "created_at",
  } as const;
  await run.optional("Comments on snippets", async () => {
    for await (const note of run.source.entries(listSnippetNotes, input)) {
      if (note.system || note.body === "") continue;
      const key = `${numberKey(snippetId)}:${numberKey(note.id)}`;
      run.store.putItem(run.id, "snippet-note", key, { note: toNote(run, note) });
    }
  });
}

/** Returns the files of a snippet; null where one of them is no text. */
async function readFiles(run: PublishRun, snippet: Snippet) {
  const of = { id: run.sourceProject, snippet_id: snippet.id };
  const listed = snippet.files ?? [];
  try {
    if (listed.length <= 1) {
      const path = listed[0]?.path ?? snippet.file_name ?? "snippet.txt";
      return [{ path, content: await run.source.readText(getRawProjectSnippet, of) }];
    }
    const files = [];
    for (const { path, raw_url } of listed) {
      const ref = /\/raw\/([^/]+)\//.exec(raw_url)?.[1] ?? "HEAD";
      const content = await run.source.readText(getRawProjectSnippetFile, { ...of, ref, file_path: path });
      files.push({ path, content });
    }
    return files;
  } catch (error) {
    if (!(error instanceof TypeError) && !isRefusal(error)) throw error;
    run.lose("Snippets", "A file is not text, or is too long.", snippet.title);
    return null;
  }
}

export async function readReleases(run: PublishRun): Promise<void> {
  const { source, store, id, sourceProject } = run;
  await run.optional("Releases", async () => {
    for await (const release of source.entries(listReleases, { id: sourceProject })) {
      run.report(`Reading release ${release.tag_name}`);
      const links = release.assets?.links ?? [];
      store.putItem(id, "release", release.tag_name, {
        tag: release.tag_name,
        name: release.name ?? release.tag_name,
        description: release.description ?? "",
        releasedAt: release.released_at ?? release.created_at ?? null,
        links: links.map(({ name, url }) => ({ name, url })),
      });
    }
  });
}

export async function readWiki(run: PublishRun): Promise<void> {
  const { source, store, id, sourceProject } = run;
  await run.optional("Wiki", async () => {
    const pages = await source.read(listWikiPages, { id: sourceProject });
    for (const { slug } of pages) {
      run.report(`Reading wiki page ${slug}`);
      const { title, format, content } = await source.read(getWikiPage, { id: sourceProject, slug });
      const known = format === "rdoc" || format === "asciidoc" ? format : "markdown";
      store.putItem(id, "wiki-page", slug, { title, format: known, content: content ?? "" });
    }
    if (pages.length === 0) return;
    run.report("Reading the history of the wiki");
    try {
      await run.wiki.fetchAll(run.sourceWiki);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      run.lose("History and files of the wiki", "The wiki cannot be cloned here; its pages are kept.", "");
    }
  });
}
