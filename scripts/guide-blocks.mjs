import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/**
 * Applies the blocks of code of CONTRIBUTING.md to a copy of the project: a `diff` block puts its `+` lines after the
 * line above them, any other creates the file that its first line names. Returns the number of blocks. Throws where a
 * file has no such line.
 */
export function applyGuide(guide, folder) {
  const blocks = [...guide.matchAll(/^( *)```(tsx?|diff)\n([\s\S]*?)^ *```$/gm)];
  for (const [, indent, kind, text] of blocks) {
    const lines = text.split("\n").map((line) => line.slice(indent.length));
    if (kind === "diff") insert(folder, lines);
    else create(folder, lines);
  }
  return blocks.length;
}

/** Creates the file that the first line of a block names. */
function create(folder, [first, ...lines]) {
  const path = join(folder, first.replace("// ", ""));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.join("\n"));
}

/** Inserts each run of `+` lines after the line above it, in the file that the last `---` line named. */
function insert(folder, lines) {
  const state = { path: "", after: "", index: 0 };
  for (const line of lines) {
    if (line.startsWith("--- ")) state.path = join(folder, line.slice(4));
    else if (line.startsWith(" ")) Object.assign(state, { after: line.slice(1), index: -1 });
    else if (line.startsWith("+")) {
      const found = readFileSync(state.path, "utf8").split("\n");
      if (state.index < 0) state.index = found.indexOf(state.after);
      if (state.index < 0) throw new Error(`${state.path} has no line "${state.after}"`);
      found.splice(++state.index, 0, line.slice(1));
      writeFileSync(state.path, found.join("\n"));
    }
  }
}

/** Returns the files that the blocks change, and those that they import. */
export function guideFiles(guide) {
  const found = new Set(["CONTRIBUTING.md", "scripts/guide.mjs", "scripts/guide-blocks.mjs"]);
  for (const [, path] of guide.matchAll(/^ *--- (\S+\.\S+)$/gm)) found.add(path);
  for (const [, path, block] of guide.matchAll(/^ *\/\/ (\S+\.tsx?)\n([\s\S]*?)^ *```$/gm)) {
    for (const [, name] of block.matchAll(/ from "(\..*?)"/g))
      found.add(posix.join(posix.dirname(path), name));
  }
  return [...found];
}
