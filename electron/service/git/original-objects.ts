import { isUtf8 } from "node:buffer";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { followPath } from "../../system/foreign/folder-walk.ts";
import type { EntryKind } from "../../system/foreign/foreign-folder.ts";
import { foreignFolder, foreignPathRefusal } from "./foreign.ts";
import { GitRefusal } from "./git-errors.ts";
import type { OriginalLayout } from "./original-layout.ts";

/** Depth to which git follows alternates. */
const maxDepth = 5;

/**
 * Returns folders outside a repository with its objects: its alternates, theirs, and targets of links below `objects`.
 * None of them may be read before the user agreed. Throws {@link GitRefusal} where an object has the name of a pipe, a
 * socket or a device.
 */
async function outsideObjects({ commonDir }: OriginalLayout): Promise<string[]> {
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
    if (kind === "other") throw foreignPathRefusal(path, "not_plain");
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
      if (kind === "other") throw foreignPathRefusal(path, "not_plain");
      return target;
    }),
  );
}

/** Returns whether a path is a folder or something below it. */
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

/** Characters behind a backslash in what git quotes. */
const escapes: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ "\\": "\\", '"': '"' },
};

/**
 * Returns the paths in a list of alternates: one a line, quoted as in C where it begins with a quote; `#` begins a
 * comment. Throws {@link GitRefusal} where git and Helve might not understand the same, and git would read a folder that
 * nobody agreed to.
 */
export function parseAlternates(content: Buffer, file: string): string[] {
  const unclear = () =>
    new GitRefusal("original_unreadable", `${file} has a line that names no folder.`, { path: file });
  const lines = content.toString("latin1").split("\n");
  return lines.flatMap((line) => {
    if (line === "" || line.startsWith("#")) return [];
    const path = line.startsWith('"') ? unquote(line) : line;
    const bytes = Buffer.from(path ?? "", "latin1");
    if (path === null || path === "" || path.includes("\0") || !isUtf8(bytes)) throw unclear();
    return [bytes.toString()];
  });
}

/** Returns the content of a quoted text; null where it is not exactly one. */
function unquote(quoted: string): string | null {
  const inner = /^"((?:[^"\\]|\\.)*)"$/.exec(quoted)?.[1];
  if (inner === undefined) return null;
  let isWhole = true;
  const text = inner.replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) => {
    const byte = code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : escapes[code];
    if (byte === undefined) isWhole = false;
    return byte ?? "";
  });
  return isWhole ? text : null;
}
