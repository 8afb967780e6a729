/** Shape of the history of a repository that many people worked on for years. */
export const realShape = { commits: 36_900, branches: 302, tags: 712, files: 1_500 } as const;

const start = 1_300_000_000;
/** Seconds between two commits. */
const pace = 12_000;
const people = 900;

const words =
  "async await buffer cache client close commit const context create delete error export fetch field file filter folder format function handle header host import index input item key length limit line list load map merge message name next node number object open option order output page parse path read record ref render request response result return route row schema search service session size start state status store stream string table task test text time token trace tree type update user value view walk window write".split(
    " ",
  );

/** Random numbers below 1 that are the same at each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = seeded(36_915);
const pick = (limit: number): number => Math.floor(random() * limit);
const word = (): string => words[pick(words.length)] ?? "";

function line(): string {
  const depth = "  ".repeat(pick(4));
  switch (pick(6)) {
    case 0:
      return "";
    case 1:
      return `${depth}// ${word()} ${word()} of the ${word()}`;
    case 2:
      return `${depth}const ${word()}${pick(100)} = ${word()}(${word()}, ${pick(1_000)});`;
    case 3:
      return `${depth}if (${word()}.${word()} !== ${pick(10)}) return ${word()};`;
    case 4:
      return `${depth}}`;
    default:
      return `${depth}await this.${word()}.${word()}("${word()}", { ${word()}: ${word()} });`;
  }
}

/** Path of a file by its number: a few folders have most files, as in a real tree. */
const realPath = (n: number): string => {
  const folder = ["src", "lib", "test", "docs", "packages"][n % 5] ?? "src";
  const name = `${words[n % words.length]}-${n}`;
  const deep = n % 3 === 0 ? `${words[(n * 7) % words.length]}/${words[(n * 13) % words.length]}/` : "";
  return `${folder}/${words[(n * 3) % 24]}/${deep}${name}${n % 5 === 3 ? ".md" : ".ts"}`;
};

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
const write = (path: string, lines: readonly string[]) =>
  `M 100644 inline ${path}\n${data(`${lines.join("\n")}\n`)}`;

/** Some edits: most are small, near each other, and in files that are edited often. */
function edit(files: string[][]): string {
  const changed = new Set(
    Array.from({ length: 1 + pick(3) }, () => Math.floor(random() ** 2 * files.length)),
  );
  return [...changed]
    .map((n) => {
      const lines = files[n] ?? [];
      for (let hunk = pick(3); hunk >= 0; hunk--)
        lines.splice(pick(lines.length + 1), pick(3), ...Array.from({ length: pick(4) }, line));
      if (lines.length > 260) lines.splice(pick(200), 60);
      return write(realPath(n), lines);
    })
    .join("");
}

function header(ref: string, mark: number, message: string, from: number, merge?: number): string {
  const person = Math.floor(random() ** 3 * people);
  const who = `Person ${person} <person${person}@example.test> ${start + mark * pace} +0100`;
  return [
    `commit ${ref}\nmark :${mark}\nauthor ${who}\ncommitter ${who}\n${data(message)}`,
    from ? `from :${from}\n` : "",
    merge ? `merge :${merge}\n` : "",
  ].join("");
}

/** Branch that changes very many files, two of them by more than 2 MB. */
const wideBranch = "wide";

/**
 * A history for `git fast-import`: every fifth commit merges a side branch of a few commits, branches of all ages end in
 * some commits of their own, and {@link wideBranch} changes more than 1,700 files.
 */
export function* realHistory(): Generator<string> {
  const files: string[][] = Array.from({ length: realShape.files }, (_, n) =>
    Array.from({ length: n % 97 === 0 ? 600 : 10 + pick(140) }, line),
  );
  let mark = 1;
  let main = 1;
  yield header("refs/heads/main", mark, "Start", 0) +
    files.map((lines, n) => write(realPath(n), lines)).join("");
  const refs = { branches: 3, tags: 0 };
  while (mark < realShape.commits) {
    if (pick(5) === 0) {
      let side = main;
      for (let count = 1 + pick(3); count > 0; count--) {
        yield header("refs/heads/side", ++mark, `Work on ${word()} ${word()}`, side) + edit(files);
        side = mark;
      }
      yield header("refs/heads/main", ++mark, `Merge branch '${word()}-${mark}'`, main, side) + edit(files);
    } else {
      yield header("refs/heads/main", ++mark, `${word()} ${word()}\n\nBecause of the ${word()}.`, main) +
        edit(files);
    }
    main = mark;
    const share = Math.min(1, mark / realShape.commits);
    while (refs.tags < realShape.tags * share) yield tag(refs.tags++, main);
    // Most branches are young.
    while (refs.branches < realShape.branches * share ** 3) {
      let tip = main;
      for (let count = 0; count < 4; count++) {
        yield header(`refs/heads/topic/${refs.branches}`, ++mark, `Try ${word()}`, tip) +
          write(`try/${refs.branches}.ts`, [line()]);
        tip = mark;
      }
      refs.branches++;
    }
  }
  yield wide(++mark, main);
}

function wide(mark: number, main: number): string {
  const big = (n: number) =>
    Array.from({ length: 60_000 }, (_, at) => `${at} ${n} ${word()} ${word()} ${word()} data`);
  const many = Array.from({ length: 1_734 }, (_, n) =>
    write(`wide/${n % 40}/file-${n}.ts`, Array.from({ length: 20 }, line)),
  );
  const large = [1, 2].map((n) => write(`wide/large-${n}.txt`, big(n)));
  return header(`refs/heads/${wideBranch}`, mark, "Change very much", main) + [...many, ...large].join("");
}

function tag(n: number, mark: number): string {
  if (n % 3 === 0) return `reset refs/tags/v${n}\nfrom :${mark}\n\n`;
  const who = `tagger Person 1 <person1@example.test> ${start + mark * pace} +0100`;
  return `tag v${n}\nfrom :${mark}\n${who}\n${data(`Version ${n}`)}`;
}

/** A request to the service, and the git commands for the same. No round repeats an earlier one's. */
export interface RealWorkload {
  readonly name: string;
  /** Path below `/api/v4/`. */
  readonly path: (round: number) => string;
  readonly git: (round: number) => readonly (readonly string[])[];
}

/** Parts of the repository that the workloads read. */
interface RealProjectInfo {
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
