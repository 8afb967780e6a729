import { realPath, wideBranch } from "./real-history.ts";

/** A request to the service, and the git commands for the same. No round repeats an earlier one's. */
export interface RealWorkload {
  readonly name: string;
  /** Path below `/api/v4/`. */
  readonly path: (round: number) => string;
  readonly git: (round: number) => readonly (readonly string[])[];
}

/** Parts of the repository that the workloads read. */
export interface RealProjectInfo {
  /** Hashes of commits from all over the history of `main`. */
  readonly commits: readonly string[];
  /** Hashes of the branches' tips. */
  readonly tips: readonly string[];
}

const query = (values: Readonly<Record<string, string | number | boolean>>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));

const project = "projects/1";
const searched = [
  "fetch",
  "window",
  "schema",
  "session",
  "trace",
  "option",
  "handle",
  "const store",
  "view,",
];

/** Reads of a large repository, each measured without a cache. */
export function realWorkloads({ commits, tips }: RealProjectInfo): RealWorkload[] {
  const commit = (round: number, lane: number) => commits[(round * 37 + lane * 5) % commits.length] ?? "main";
  const file = (round: number) => realPath((round * 97) % 400);
  const text = (round: number) => searched[round % searched.length] ?? "";
  const rows = (round: number, count: number) =>
    Array.from({ length: count }, (_, row) => tips[(round * 20 + row) % tips.length] ?? "");
  const aheadBehind = (count: number) => ({
    name: `branches, ahead and behind of ${count}`,
    path: (round: number) =>
      `local/${project}/ahead_behind?base=main~${round}&${rows(round, count)
        .map((id) => `ids[]=${id}`)
        .join("&")}`,
    git: (round: number) =>
      rows(round, count).map((id) => ["rev-list", "--left-right", "--count", `${id}...main~${round}`]),
  });
  return [
    {
      name: "log, first page of a new ref",
      path: (round) => `${project}/repository/commits?ref_name=${commit(round, 0)}`,
      git: (round) => [["log", "-20", "--format=%H%x00%an%x00%B", commit(round, 0)]],
    },
    {
      name: "tree of any commit, recursive",
      path: (round) =>
        `${project}/repository/tree?${query({ recursive: true, per_page: 100, ref: commit(round, 1) })}`,
      git: (round) => [["ls-tree", "-r", "-t", commit(round, 1)]],
    },
    {
      name: "diff of a commit",
      path: (round) => `${project}/repository/commits/${commit(round, 2)}/diff?per_page=100`,
      git: (round) => [["diff-tree", "-r", "-M", "-p", `${commit(round, 2)}^`, commit(round, 2)]],
    },
    {
      name: "compare of 1,736 files",
      path: (round) => `${project}/repository/compare?${query({ from: `main~${round}`, to: wideBranch })}`,
      git: (round) => [["diff", "-M", `main~${round}...${wideBranch}`]],
    },
    aheadBehind(20),
    aheadBehind(100),
    {
      name: "refs of a commit",
      path: (round) => `${project}/repository/commits/${commit(round, 3)}/refs?per_page=100`,
      git: (round) => [["for-each-ref", `--contains=${commit(round, 3)}`, "refs/heads/", "refs/tags/"]],
    },
    {
      name: "blame of a file",
      path: (round) => `${project}/repository/files/${encodeURIComponent(file(round))}/blame?ref=main`,
      git: (round) => [["blame", "--porcelain", "main", "--", file(round)]],
    },
    {
      name: "search in files",
      path: (round) =>
        `${project}/search?${query({ scope: "blobs", search: text(round), ref: `main~${round}` })}`,
      git: (round) => [["grep", "-I", "-n", "-i", "-F", "-C2", "-e", text(round), `main~${round}`]],
    },
    {
      name: "file with its last commit",
      path: (round) => `${project}/repository/files/${encodeURIComponent(file(round + 50))}?ref=main`,
      git: (round) => [["log", "-1", "--format=%H", "main", "--", file(round + 50)]],
    },
  ];
}
