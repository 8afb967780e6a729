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
export const realPath = (n: number): string => {
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
export const wideBranch = "wide";

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
