import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { branchTip, listRefs } from "../../git/refs.ts";
import { createRepository, type Repository } from "../../git/repository.ts";
import { setHead } from "../../git/symbolic-refs.ts";
import type { ServiceStore } from "../../service-store.ts";
import type { Project } from "../../store/projects/projects.ts";

/** Returns the folder of a wiki's bare repository: next to the project's own. */
export const wikiFolder = ({ repositoryPath }: Project): string =>
  `${repositoryPath.replace(/\.git$/, "")}.wiki.git`;

/** Returns a project's wiki; null where nothing was ever written to it. */
export function findWiki(store: ServiceStore, project: Project): Repository | null {
  const folder = wikiFolder(project);
  return existsSync(join(folder, "HEAD")) ? store.git.open(folder) : null;
}

/** Returns a project's wiki, created empty where it is missing. */
export async function ensureWiki(store: ServiceStore, project: Project): Promise<Repository> {
  const folder = wikiFolder(project);
  const repository = store.git.open(folder);
  await repository.exclusively(async () => {
    if (!existsSync(join(folder, "HEAD"))) await createRepository(store.git, folder);
  });
  return repository;
}

/** Returns the branch that pages are read from and written to. */
export async function wikiBranch({ folder }: Repository): Promise<string> {
  const head = (await readFile(join(folder, "HEAD"), "utf8")).trim();
  return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? "main";
}

/** Returns the commit that pages are read from; null in an empty wiki. */
export const wikiTip = async ({ objects }: Repository): Promise<string | null> =>
  (await objects.check("HEAD^{commit}"))?.id ?? null;

/** Makes the pushed branch, whatever its name, that of the pages, after a push into an empty wiki. */
export async function adoptBranch(repository: Repository): Promise<void> {
  if (await branchTip(repository, await wikiBranch(repository))) return;
  const names = (await listRefs(repository, "heads")).map(({ name }) => name);
  const first = ["main", "master"].find((name) => names.includes(name)) ?? names[0];
  if (first) await setHead(repository, first);
}
