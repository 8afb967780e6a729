import { lstat, readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import { GitRefusal } from "../git-refusal.ts";
import type { OriginalLayout } from "./original-layout.ts";
import { readGitFile } from "./read-git-file.ts";

/** Depth to which git follows alternates. */
const maxDepth = 5;

/**
 * Returns folders outside a repository with its objects: its alternates, theirs, and targets of links below `objects`.
 * None of them may be read before the user agreed.
 */
export async function outsideObjects({ commonDir }: OriginalLayout): Promise<string[]> {
  const found = new Set<string>();
  await visit(join(commonDir, "objects"), commonDir, found, 0);
  return [...found];
}

async function visit(objects: string, inside: string, found: Set<string>, depth: number): Promise<void> {
  const folder = await realpath(objects).catch(() => null);
  if (folder === null || depth > maxDepth) return;
  const outside = !isWithin(folder, inside);
  if (outside && found.has(folder)) return;
  if (outside) found.add(folder);
  for (const target of await linksIn(folder)) if (!isWithin(target, inside)) found.add(target);
  const text = await readGitFile(join(folder, "info", "alternates")).catch(() => "");
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    await visit(isAbsolute(line) ? line : resolve(folder, line), inside, found, depth + 1);
  }
}

/** Returns the targets of the links in an object folder. */
async function linksIn(folder: string): Promise<string[]> {
  const top = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = await Promise.all(
    top
      .filter((entry) => entry.isDirectory())
      .map((entry) => readdir(join(folder, entry.name), { withFileTypes: true }).catch(() => [])),
  );
  const links = [...top, ...below.flat()].filter((entry) => entry.isSymbolicLink());
  return Promise.all(
    links.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return realpath(path).catch(() => path);
    }),
  );
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}

/** Throws {@link GitRefusal} where objects are borrowed from an outside folder that is not among the agreed ones. */
export async function checkOutsideObjects(layout: OriginalLayout, agreed: readonly string[]): Promise<void> {
  const known = new Set(await Promise.all(agreed.map((folder) => realpath(folder).catch(() => folder))));
  const folder = (await outsideObjects(layout)).find((path) => !known.has(path));
  if (folder === undefined) return;
  throw new GitRefusal(
    "alternates_outside",
    `${layout.path} borrows objects from ${folder}, which is outside of it.`,
    { folder },
  );
}

/** Files that git reads whatever they are. */
const filesOfGit = ["HEAD", "config", "packed-refs", "shallow", "objects/info/alternates", "info/attributes"];

/**
 * Throws {@link GitRefusal} where a path that Helve writes to is a symbolic link, which could lead out of the
 * repository.
 */
export async function checkNoLinks({ commonDir, gitDir, path }: OriginalLayout): Promise<void> {
  for (const file of [...filesOfGit.map((name) => join(commonDir, name)), join(gitDir, "index")]) {
    const found = await lstat(file).catch(() => null);
    if (!found?.isFIFO() && !found?.isSocket() && !found?.isCharacterDevice()) continue;
    throw new GitRefusal(
      "original_unreadable",
      `${file} is not a plain file: git would wait for it without end.`,
      { path },
    );
  }
  const names = [
    "refs",
    "refs/heads",
    "refs/tags",
    "refs/helve",
    "packed-refs",
    "shallow",
    "reftable",
    "logs",
  ];
  for (const name of names) {
    const found = await lstat(join(commonDir, name)).catch(() => null);
    if (!found?.isSymbolicLink()) continue;
    throw new GitRefusal(
      "original_unreadable",
      `${join(commonDir, name)} is a link. Open the repository it leads to.`,
      {
        path,
      },
    );
  }
}
