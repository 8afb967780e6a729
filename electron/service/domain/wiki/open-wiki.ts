import { streamBlob } from "../../git/blobs.ts";
import { type FileCommit, fileHistory } from "../../git/log.ts";
import { readEntry } from "../../git/ls-tree.ts";
import { resolveCommit } from "../../git/refs.ts";
import type { Repository } from "../../git/repository.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";
import type { Caller } from "../access/access-level.ts";
import { requireCaller, requireFeature, requireProject } from "../access/require-access.ts";
import type { PageRequest } from "../paged.ts";
import { forbidden, notFound } from "../refusal.ts";
import type { StreamedContent } from "../streamed-content.ts";
import type { WikiWriter } from "./change-wiki.ts";
import {
  readPagePath,
  readPages,
  readPageText,
  readTexts,
  requireWikiPage,
  type WikiPageFile,
  type WikiPageText,
} from "./page-index.ts";
import { findWiki, wikiTip } from "./wiki-repository.ts";

/** The commit of a wiki that is read. */
interface OpenWiki {
  readonly repository: Repository;
  readonly tip: string;
}

/** Returns the wiki of a project at its newest commit or a given version. Throws `notFound` where nothing was written. */
export async function openWiki(store: ServiceStore, project: Project, version?: string): Promise<OpenWiki> {
  requireFeature(project, "wiki");
  const repository = findWiki(store, project);
  const tip = repository && (version ? await resolveCommit(repository, version) : await wikiTip(repository));
  if (!repository || !tip) throw notFound("Wiki Page");
  return { repository, tip };
}

/**
 * Returns the user who writes to the wiki of a project. Throws `unauthorized`, `notFound`, and `forbidden` below `role` or where it is archived.
 */
export function requireWikiWriter(
  caller: Caller,
  id: string | number,
  role: "developer" | "maintainer",
): WikiWriter {
  const user = requireCaller(caller);
  const project = requireProject(caller, id, role);
  requireFeature(project, "wiki");
  if (project.archived) throw forbidden();
  return { store: caller.store, project, user };
}

/** Returns the pages of a wiki without their content; none where nothing was written. `signal` ends git. */
export async function listPages(
  store: ServiceStore,
  project: Project,
  signal: AbortSignal,
): Promise<readonly WikiPageFile[]> {
  requireFeature(project, "wiki");
  const repository = findWiki(store, project);
  return repository ? (await readPages(repository, await wikiTip(repository), signal)).pages : [];
}

/** Yields pages of a wiki with their content, in batches. */
export async function* readContents(
  store: ServiceStore,
  project: Project,
  pages: readonly WikiPageFile[],
): AsyncGenerator<readonly (readonly [WikiPageFile, WikiPageText | null])[]> {
  const repository = findWiki(store, project);
  if (repository) yield* readTexts(repository, pages);
}

/** Returns a page of a wiki with its content. Throws `notFound`. `signal` ends git. */
export async function openWikiPage(
  { repository, tip }: OpenWiki,
  slug: string,
  signal: AbortSignal,
): Promise<{ readonly page: WikiPageFile; readonly text: WikiPageText }> {
  const page = requireWikiPage(await readPages(repository, tip, signal), slug);
  return { page, text: await readPageText(repository, page, signal) };
}

/** Returns the bytes of a wiki's file. Throws `notFound`, also for a link: its target may be any path. */
export async function openWikiFile({ repository, tip }: OpenWiki, path: string): Promise<StreamedContent> {
  const entry = await readEntry(repository, tip, path);
  const info =
    entry?.type === "blob" && entry.mode !== "120000" && (await repository.objects.check(entry.id));
  if (!info) throw notFound("File");
  return { etag: info.id, size: info.size, open: (signal) => streamBlob(repository, info, signal) };
}

/** A commit that changed a page, and the page's slug in it. */
export interface PageVersion extends Omit<FileCommit, "path"> {
  readonly slug: string;
}

/** Returns the requested page of the versions of a wiki page, newest first. Throws `notFound`. `signal` ends git. */
export async function listPageVersions(
  { repository, tip }: OpenWiki,
  slug: string,
  { number, perPage }: PageRequest,
  signal: AbortSignal,
): Promise<{ readonly versions: readonly PageVersion[]; readonly more: boolean }> {
  const page = requireWikiPage(await readPages(repository, tip, signal), slug);
  const range = { skip: (number - 1) * perPage, limit: perPage + 1 };
  const found = await fileHistory(repository, tip, page.path, range, signal);
  const versions = found
    .slice(0, perPage)
    .map(({ path, ...commit }): PageVersion => ({ ...commit, slug: readPagePath(path)?.stem ?? path }));
  return { versions, more: found.length > perPage };
}
