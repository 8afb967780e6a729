import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { followPath } from "../../../system/foreign/folder-walk.ts";
import type { EntryKind } from "../../../system/foreign/foreign-folder.ts";
import { GitRefusal } from "../git-refusal.ts";
import { parseAlternates } from "./alternates.ts";
import { foreignFolder, refuseForeign } from "./foreign.ts";
import type { OriginalLayout } from "./original-layout.ts";

/** Depth to which git follows alternates. */
const maxDepth = 5;

/**
 * Returns folders outside a repository with its objects: its alternates, theirs, and targets of links below `objects`.
 * None of them may be read before the user agreed. Throws {@link GitRefusal} where an object has the name of a pipe, a
 * socket or a device.
 */
export async function outsideObjects({ commonDir }: OriginalLayout): Promise<string[]> {
  const found = new Set<string>();
  await visit(join(commonDir, "objects"), commonDir, found, 0);
  return [...found];
}

async function visit(objects: string, inside: string, found: Set<string>, depth: number): Promise<void> {
  const folder = await followPath(objects).catch(() => null);
  if (folder === null || depth > maxDepth) return;
  const outside = !isWithin(folder, inside);
  if (outside && found.has(folder)) return;
  if (outside) found.add(folder);
  for (const target of await linksIn(folder)) if (!isWithin(target, inside)) found.add(target);
  for (const path of await readAlternates(folder))
    await visit(isAbsolute(path) ? path : resolve(folder, path), inside, found, depth + 1);
}

/** Bytes of the longest list of alternates. */
const maxAlternatesBytes = 1024 * 1024;

/**
 * Returns the alternates of an object folder, as git understands them. The list may be behind a link: whose target is
 * agreed to, or refused, as that of every other one.
 */
async function readAlternates(objects: string): Promise<string[]> {
  const path = await followPath(join(objects, "info", "alternates")).catch(() => null);
  if (path === null) return [];
  const content = await foreignFolder(dirname(path)).read(basename(path), maxAlternatesBytes);
  return content === null ? [] : parseAlternates(content, path);
}

/** Returns the targets of the links in an object folder. */
async function linksIn(folder: string): Promise<string[]> {
  const at = foreignFolder(folder);
  const links: string[] = [];
  const add = (name: string, kind: EntryKind) => {
    const path = join(folder, name);
    if (kind === "other") throw refuseForeign(path, "not_plain");
    if (kind === "link") links.push(path);
  };
  const visitFolder = async (name: string, depth: number): Promise<void> => {
    const folders: string[] = [];
    for (const entry of await at.list(name)) {
      const inner = name === "" ? entry.name : `${name}/${entry.name}`;
      add(inner, entry.kind);
      if (entry.kind === "folder") folders.push(inner);
    }
    // `info/commit-graphs` is the deepest folder that git reads.
    if (depth < 2) await Promise.all(folders.map((inner) => visitFolder(inner, depth + 1)));
  };
  await visitFolder("", 0);
  return Promise.all(
    links.map(async (path) => {
      const target = await followPath(path).catch(() => null);
      if (target === null) return path;
      const kind = await foreignFolder(dirname(target)).kind(basename(target));
      if (kind === "other") throw refuseForeign(path, "not_plain");
      return target;
    }),
  );
}

export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}

/** Throws {@link GitRefusal} where objects are borrowed from an outside folder that is not among the agreed ones. */
export async function checkOutsideObjects(layout: OriginalLayout, agreed: readonly string[]): Promise<void> {
  const known = new Set(await Promise.all(agreed.map((folder) => followPath(folder).catch(() => folder))));
  const folder = (await outsideObjects(layout)).find((path) => !known.has(path));
  if (folder === undefined) return;
  throw new GitRefusal(
    "alternates_outside",
    `${layout.path} borrows objects from ${folder}, which is outside of it.`,
    { folder },
  );
}
