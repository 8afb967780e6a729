import { historyPath } from "./large-history.ts";

/** A request to the service, and the git command for the same. `round` differs, so that no page is requested twice. */
interface ServiceWorkload {
  readonly name: string;
  readonly path: (round: number) => string;
  readonly git: (round: number) => readonly string[];
}

/** Parts of the repository that the workloads read. */
export interface BenchProject {
  readonly size: number;
  readonly commits: number;
  readonly branches: number;
  readonly tags: number;
  /** Hashes of blobs. */
  readonly blobs: readonly string[];
}

const log = (skip: number, ...more: string[]) => [
  "log",
  "-20",
  `--skip=${skip}`,
  "--format=%H%x00%B",
  ...more,
];
const refs = (kind: string, sort: string) => [
  "for-each-ref",
  "--count=20",
  `--sort=${sort}`,
  "--format=%(refname)%00%(objectname)%00%(subject)",
  `refs/${kind}/`,
];
const query = (values: Readonly<Record<string, string | number | boolean>>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Requests for every list of a repository, for its content, and for data that requires a walk of its history. */
export function workloadsOf({ size, commits, branches, tags, blobs }: BenchProject): ServiceWorkload[] {
  const lastPage = (count: number) => Math.max(1, Math.ceil(count / 20));
  const commitsAt = (page: (round: number) => number) => ({
    path: (round: number) => `commits?${query({ page: page(round), per_page: 20 })}`,
    git: (round: number) => log((page(round) - 1) * 20, "main"),
  });
  const middle = Math.floor(lastPage(commits) / 2);
  const file = (round: number) => historyPath(Math.floor(size / 3) + round);
  const folder = (round: number) => `d${round % 100}/s${round % 10}`;
  const treePages = lastPage(size + 1100);
  const tree = (page: number, git: string[], more: object = {}) => ({
    path: () => `tree?${query({ per_page: 20, page, ...more })}`,
    git: () => git,
  });
  const recursive = ["ls-tree", "-r", "-t", "main"];
  const blob = (round: number) => blobs[round % blobs.length] ?? "";
  return [
    { name: "branches, first page", path: () => "branches", git: () => refs("heads", "refname") },
    {
      name: "branches, last page",
      path: () => `branches?page=${lastPage(branches)}`,
      git: () => refs("heads", "-refname"),
    },
    { name: "tags, first page", path: () => "tags", git: () => refs("tags", "-creatordate") },
    {
      name: "tags, last page",
      path: () => `tags?page=${lastPage(tags)}`,
      git: () => refs("tags", "creatordate"),
    },
    { name: "commits, first page", ...commitsAt(() => 1) },
    { name: "commits, middle page", ...commitsAt((round) => middle + round) },
    { name: "commits, last page", ...commitsAt((round) => Math.max(1, lastPage(commits) - round)) },
    {
      name: "commits of all refs",
      path: () => "commits?all=true",
      git: () => log(0, "--branches", "--tags"),
    },
    {
      name: "commits of a file",
      path: (round) => `commits?${query({ path: file(round) })}`,
      git: (round) => log(0, "main", "--", file(round)),
    },
    {
      name: "commits of a folder",
      path: (round) => `commits?${query({ path: folder(round) })}`,
      git: (round) => log(0, "main", "--", folder(round)),
    },
    { name: "tree, root, first page", ...tree(1, ["ls-tree", "main"]) },
    { name: "tree, root, last page", ...tree(5, ["ls-tree", "main"]) },
    {
      name: "tree, a folder",
      path: (round) => `tree?${query({ path: folder(round) })}`,
      git: (round) => ["ls-tree", "main", `${folder(round)}/`],
    },
    { name: "tree, all, first page", ...tree(1, recursive, { recursive: true }) },
    { name: "tree, all, middle page", ...tree(Math.floor(treePages / 2), recursive, { recursive: true }) },
    { name: "tree, all, last page", ...tree(treePages, recursive, { recursive: true }) },
    {
      name: "contributors",
      path: () => "contributors",
      git: () => ["shortlog", "-sne", "--no-merges", "main"],
    },
    {
      name: "compare some 80 commits",
      path: (round) => `compare?${query({ from: `main~${40 + round}`, to: "main" })}`,
      git: (round) => ["log", "--format=%H", "-p", `main~${40 + round}...main`],
    },
    {
      name: "merge base",
      path: (round) => `merge_base?refs[]=main&refs[]=v${1 + (round % (tags - 1))}`,
      git: (round) => ["merge-base", "main", `v${1 + (round % (tags - 1))}`],
    },
    {
      name: "one commit",
      path: (round) => `commits/v${1 + (round % (tags - 1))}`,
      git: (round) => ["show", "--shortstat", `v${1 + (round % (tags - 1))}`],
    },
    {
      name: "blob",
      path: (round) => `blobs/${blob(round)}/raw`,
      git: (round) => ["cat-file", "blob", blob(round)],
    },
    {
      name: "file with its last commit",
      path: (round) => `files/${encodeURIComponent(file(round))}?ref=main`,
      git: (round) => ["log", "-1", "--format=%H", "main", "--", file(round)],
    },
  ];
}
