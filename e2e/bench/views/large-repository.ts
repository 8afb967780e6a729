import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const words = "alpha beta gamma delta index buffer stream signal commit branch merge parse token".split(" ");
const start = 1_600_000_000;
/** Sizes of the generated repository. */
export const repositorySizes = {
  commits: 9_000,
  branches: 301,
  tags: 712,
  files: 998,
  bigLines: 8_190,
  changed: 1_736,
} as const;

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
const word = (n: number) => words[n % words.length] ?? "";
const text = (lines: number, seed: number) =>
  Array.from(
    { length: lines },
    (_, i) => `const ${word(i + seed)}${i} = ${word(i * 7 + seed)}(${(i * 31 + seed) % 9_973});\n`,
  ).join("");
const write = (path: string, content: string) => `M 100644 inline ${path}\n${data(content)}`;

/** Returns the folder of a repository with the {@link sizes}, made at the first call and cached below `cache`. */
export function largeRepository(cache: string): string {
  const folder = join(cache, `views-${Object.values(repositorySizes).join("-")}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.part`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const git = (args: readonly string[], input?: string) => {
    const { status, stderr } = spawnSync("git", args, { cwd: making, input, maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  git(["init", "--quiet", "--initial-branch=main"]);
  git(["fast-import", "--quiet"], [...history()].join(""));
  git(["repack", "-adq"]);
  renameSync(making, folder);
  return folder;
}

function* history(): Generator<string> {
  let mark = 0;
  const commit = (ref: string, message: string, parents: readonly number[], changes: string) => {
    mark++;
    const who = `Person ${mark % 37} <person${mark % 37}@example.test> ${start + mark * 3_600} +0000`;
    const links = parents.map((parent, i) => `${i === 0 ? "from" : "merge"} :${parent}\n`).join("");
    return `commit refs/heads/${ref}\nmark :${mark}\nauthor ${who}\ncommitter ${who}\n${data(message)}${links}${changes}`;
  };
  const pathOf = (n: number) => `src/mod${n % 40}/file${n}.ts`;
  const first = Array.from({ length: repositorySizes.files - 1 }, (_, n) =>
    write(pathOf(n), text(60, n)),
  ).join("");
  yield commit("main", "Begin", [], first + write("src/big.ts", text(repositorySizes.bigLines, 5)));
  let tip = mark;
  const main = [tip];
  for (let n = 1; n < repositorySizes.commits; n++) {
    const change = write(pathOf(n % (repositorySizes.files - 1)), text(60, n));
    if (n % 50 === 0) {
      yield commit("side", `Side ${n}`, [tip], write(`side/${n}.txt`, `${n}\n`));
      const side = mark;
      yield commit("main", `Merge side ${n}`, [tip, side], change);
    } else yield commit("main", `Change ${n}: ${word(n)} ${word(n * 7)}`, [tip], change);
    tip = mark;
    main.push(tip);
  }
  const many = Array.from({ length: repositorySizes.changed }, (_, n) =>
    write(`gen/d${n % 30}/g${n}.ts`, text(20, n)),
  );
  yield commit("many-files", "Add many files", [tip], many.join(""));
  for (let n = 1; n < repositorySizes.branches; n++) {
    yield commit(
      `feature/b${n}`,
      `Branch ${n}`,
      [main.at(-1 - ((n * 29) % 8_000)) ?? tip],
      write(`b${n}.txt`, `${n}\n`),
    );
  }
  for (let n = 0; n < repositorySizes.tags; n++)
    yield `reset refs/tags/v${n}\nfrom :${main[n * 12] ?? tip}\n\n`;
}
