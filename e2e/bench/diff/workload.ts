import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gitIn } from "../../../electron/service/git/testing/test-repository.ts";

/** Files and changed lines of a workload (half of them removed, half added). */
export const workloads = {
  small: { files: 20, lines: 1_000 },
  large: { files: 500, lines: 50_000 },
  huge: { files: 3_000, lines: 300_000 },
} as const;
export type DiffWorkload = keyof typeof workloads;

/** Returns whether a workload has this name. */
export const isWorkload = (name: string): name is DiffWorkload => Object.hasOwn(workloads, name);

/** A file of TypeScript- or Go-like lines; every other line is another one once it is changed. */
function source(file: number, pairs: number, changed: boolean): string {
  const go = file % 2 === 1;
  let seed = file * 7919 + 17;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed % below;
  };
  const lines: string[] = [];
  for (let i = 0; i < pairs; i++) {
    const [a, b, c] = [next(900), next(70), next(9_000)];
    const value = changed ? `renewed(${a}, ${b}, "${c}")` : `load(${a}, "${b}", ${c})`;
    lines.push(
      go ? `\tvalue${i} := ${value} // of part ${b}` : `  const value${i} = ${value}; // of part ${b}`,
      go
        ? `\tif value${i} == nil { return fmt.Errorf("part %d", ${c}) }`
        : `  if (!value${i}) throw new Error(\`part ${c}\`);`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Returns a repository whose `main` and `topic` differ by the workload; made once and cached. */
export async function makeDiffRepository(folder: string, name: DiffWorkload): Promise<string> {
  const done = join(folder, `diff-${name}.git`);
  if (existsSync(done)) return done;
  // One that was interrupted is made anew.
  const path = `${done}.unfinished`;
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  await gitIn(path, ["init", "--quiet", "--bare", "--initial-branch=main", path]);
  const { files, lines } = workloads[name];
  const pairs = lines / files / 2;
  const chunks: string[] = [];
  for (const changed of [false, true]) {
    chunks.push(
      `commit refs/heads/${changed ? "topic" : "main"}\nmark :${changed ? 2 : 1}\ncommitter Bench <bench@example.test> 1767225600 +0000\ndata 5\nBench\n`,
      changed ? "from :1\n" : "",
    );
    for (let file = 0; file < files; file++) {
      const text = source(file, pairs, changed);
      const path = `part-${file % 40}/source-${file}.${file % 2 === 1 ? "go" : "ts"}`;
      chunks.push(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
    }
  }
  await gitIn(path, ["fast-import", "--quiet", "--force"], { input: chunks.join("") });
  renameSync(path, done);
  return done;
}

/** The workload as one patch, for those that read patches. */
export const patchOf = async (path: string): Promise<string> =>
  (await gitIn(path, ["diff", "main", "topic"])).stdout.toString();
