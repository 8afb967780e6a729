import { extname } from "node:path";
import { branchTip } from "../git/refs.ts";
import { openRepository } from "../git/repository.ts";
import { listTree } from "../git/trees.ts";
import type { Project } from "../store/projects.ts";

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

/** The language that most files of a project's default branch are written in, in lower case; null for none. */
export async function languageOf(project: Project): Promise<string | null> {
  if (project.defaultBranch === null) return null;
  const repository = openRepository(project.repositoryPath);
  const tip = await branchTip(repository, project.defaultBranch);
  const entries = tip ? await listTree(repository, tip, "", true) : null;
  const counts = new Map<string, number>();
  for (const { type, path } of entries ?? []) {
    const language = type === "blob" ? endings[extname(path).toLowerCase()] : undefined;
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
