import type { TestCommit } from "./test-repository.ts";

/** Returns seeded pseudo-random numbers from 0 up to `limit` (exclusive). */
export function seededNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

type Files = Map<string, string[]>;

/** Line endings of a file, by its number. */
const layouts = [
  { between: "\n", last: "\n" },
  { between: "\r\n", last: "\r\n" },
  { between: "\n", last: "" },
  { between: "\r\n", last: "" },
] as const;

const numberOf = (path: string): number => Number(/(\d+)/.exec(path)?.[1] ?? 0);

/** A file's bytes: every 40th is binary, every 25th Latin-1. */
function contentOf(path: string, lines: readonly string[]): Buffer {
  const number = numberOf(path);
  const { between, last } = layouts[number % layouts.length] ?? layouts[0];
  const text = lines.length === 0 ? "" : lines.join(between) + last;
  if (number % 40 === 3) return Buffer.concat([Buffer.from([0, 255, 1]), Buffer.from(text)]);
  return Buffer.from(text, number % 25 === 4 ? "latin1" : "utf8");
}

/**
 * A history of `count` files with edits on two branches, merges (some with changes of their own), renames, empty files,
 * both line ends, files without a final one, binary and Latin-1 files.
 */
export function blameHistory(count: number, rounds: number, seed: number): TestCommit[] {
  const pick = seededNumbers(seed);
  const word = () => ["alpha", "beta", "", "größe", "}", "\treturn;", "-- x", "end"][pick(8)] ?? "";
  const line = () => `${word()} ${pick(1_000)}`;
  const main: Files = new Map();
  for (let number = 0; number < count; number++) {
    const lines = number % 50 === 0 ? [] : Array.from({ length: 3 + pick(25) }, line);
    main.set(`dir-${number % 7}/file ${number}.txt`, lines);
  }
  const side: Files = new Map();
  const snapshot = (from: Files, to: Files) => {
    to.clear();
    for (const [path, lines] of from) to.set(path, [...lines]);
  };
  const change = (files: Files, times: number): Record<string, Buffer | null> => {
    const changed: Record<string, Buffer | null> = {};
    const paths = [...files.keys()];
    for (let time = 0; time < times; time++) {
      const path = paths[pick(paths.length)] ?? "";
      const lines = files.get(path);
      if (!lines) continue;
      lines.splice(pick(lines.length + 1), pick(3), ...Array.from({ length: pick(4) }, line));
      let target = path;
      if (pick(12) === 0) {
        target = `moved/${numberOf(path)} ${pick(1_000)}.txt`;
        files.delete(path);
        files.set(target, lines);
        changed[path] = null;
      }
      changed[target] = contentOf(target, lines);
    }
    return changed;
  };
  const author = () => `Author ${pick(6)} <author-${pick(6)}@example.test>`;
  const whole = (files: Files) =>
    Object.fromEntries([...files].map(([path, lines]) => [path, contentOf(path, lines)]));
  const commits: TestCommit[] = [{ files: whole(main), author: author(), message: "Start" }];
  for (let round = 0; round < rounds; round++) {
    snapshot(main, side);
    commits.push({ branch: "side", from: "refs/heads/main", files: change(side, 12), author: author() });
    commits.push({ branch: "side", files: change(side, 8), author: author(), message: "Größe" });
    commits.push({ files: change(main, 12), author: author() });
    // A merge takes some files of the other side, and sometimes changes a line itself.
    const merged: Record<string, Buffer | null> = {};
    for (const [path, lines] of side) {
      if (!main.has(path) || pick(2) === 0) continue;
      main.set(path, [...lines]);
      merged[path] = contentOf(path, lines);
    }
    commits.push({ merge: "side", files: { ...merged, ...(pick(2) === 0 ? change(main, 2) : {}) } });
    commits[commits.length - 1] = { ...commits.at(-1), merge: "refs/heads/side", author: author() };
  }
  return commits;
}
