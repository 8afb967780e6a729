import { extname } from "node:path";
import { Cache } from "../../git/cache.ts";
import { readListing } from "../../git/objects/trees.ts";
import { branchTip } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository.ts";
import type { Project } from "../../store/projects/projects.ts";

/** Languages by the endings of their files. */
const endings: Readonly<Record<string, string>> = {
  ".ts": "typescript",
  ".tsx": "typescript",
  ".js": "javascript",
  ".mjs": "javascript",
  ".go": "go",
  ".py": "python",
  ".rb": "ruby",
  ".rs": "rust",
  ".java": "java",
  ".c": "c",
  ".cpp": "c++",
  ".cs": "c#",
  ".php": "php",
  ".css": "css",
  ".html": "html",
  ".sh": "shell",
  ".ipynb": "jupyter notebook",
};

/** Languages of commits, by repository and commit: they never change. */
const known = new Cache<ReadonlySet<string>>(2_000);

/** Returns the languages that files of a project's default branch are written in, in lower case. `signal` ends git. */
export async function listLanguages(project: Project, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  if (project.defaultBranch === null) return new Set();
  const repository = openRepository(project.repositoryPath);
  const tip = await branchTip(repository, project.defaultBranch);
  if (tip === null) return new Set();
  const key = `${project.repositoryPath} ${tip}`;
  const found = known.get(key);
  if (found) return found;
  const entries = (await readListing(repository, tip, "", true, signal))?.entries ?? [];
  const languages = new Set(
    entries.flatMap(({ type, path }) =>
      type === "blob" ? (endings[extname(path).toLowerCase()] ?? []) : [],
    ),
  );
  known.set(key, languages);
  return languages;
}
