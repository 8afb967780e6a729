/** Refs of each kind for so many commits. */
const perRef = 100;
/** Every so many commits one is a merge of a side branch. */
const perMerge = 20;
const people = 200;
const start = 1_600_000_000;

/** Path of the file that a commit adds: 100 folders of 10 folders. */
export const historyPath = (n: number): string => `d${n % 100}/s${Math.floor(n / 100) % 10}/file-${n}.ts`;

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

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;

function content(n: number): string {
  const random = seeded(n);
  const lines = 5 + Math.floor(random() * 40);
  const line = (at: number) => `export const value${at} = ${Math.floor(random() * 1e6)}; // ${n}\n`;
  return Array.from({ length: lines }, (_, at) => line(at)).join("");
}

const write = (path: string, n: number) => `M 100644 inline ${path}\n${data(content(n))}`;

/**
 * A history of `size` commits and files for `git fast-import`: each commit adds a file, some change another one, some
 * merge a side branch, and of each hundred one has a branch and a tag.
 */
export function* historyOf(size: number): Generator<string> {
  const random = seeded(size);
  let main = 0;
  let mark = 0;
  for (let n = 0; n < size; n++) {
    const merges = n % perMerge === perMerge - 1 && n + 1 < size;
    if (merges) {
      yield commit({ ref: "refs/heads/side", mark: ++mark, n, from: main, random });
      yield commit({ ref: "refs/heads/main", mark: mark + 1, n: n + 1, from: main, merge: mark, random });
      n++;
      mark++;
    } else {
      yield commit({ ref: "refs/heads/main", mark: ++mark, n, from: main, random });
    }
    main = mark;
    if (n % perRef < (merges ? 2 : 1)) yield refs(Math.floor(n / perRef), mark);
  }
}

interface Commit {
  readonly ref: string;
  readonly mark: number;
  readonly n: number;
  readonly from: number;
  readonly merge?: number;
  readonly random: () => number;
}

function commit({ ref, mark, n, from, merge, random }: Commit): string {
  const person = Math.floor(random() ** 3 * people);
  const who = `Person ${person} <person${person}@example.test> ${start + n * 60} +0000`;
  return [
    `commit ${ref}\nmark :${mark}\nauthor ${who}\ncommitter ${who}\n`,
    data(merge ? `Merge work ${n}` : `Change number ${n}\n\nIt does what it says.`),
    ...(from ? [`from :${from}\n`] : []),
    // A merge contains the side branch's file and its own.
    ...(merge ? [`merge :${merge}\n`, write(historyPath(n - 1), n - 1)] : []),
    write(historyPath(n), n),
    ...(n > 0 && n % 10 === 0 ? [write(historyPath(Math.floor(random() * (n - 1))), -n)] : []),
  ].join("");
}

function refs(n: number, mark: number): string {
  const branch = `reset refs/heads/${n % 2 === 0 ? "feature" : "fix"}/${n}\nfrom :${mark}\n\n`;
  const who = `tagger Person 1 <person1@example.test> ${start + n * perRef * 60} +0000`;
  return n % 2 === 0
    ? `${branch}reset refs/tags/v${n}\nfrom :${mark}\n\n`
    : `${branch}tag v${n}\nfrom :${mark}\n${who}\n${data(`Version ${n}`)}`;
}
