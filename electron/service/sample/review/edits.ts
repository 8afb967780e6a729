import type { Random } from "../seed/random.ts";

/** Changes a few lines of a source file, and adds some, as somebody with a small task would. */
export function edit(random: Random, text: string, word: string): string {
  const lines = text.split("\n");
  const candidates = lines.flatMap((line, i) => (/\S/.test(line) && i > 0 ? [i] : []));
  for (let count = random.int(1, 3); count > 0 && candidates.length > 0; count--) {
    const at = random.pick(candidates);
    const line = lines[at] ?? "";
    const indent = /^\s*/.exec(line)?.[0] ?? "";
    if (/\b(const|return|if)\b/.test(line)) lines[at] = line.replace(/;$/, `; // ${word}`);
    lines.splice(at, 0, `${indent}// ${word}: ${random.pick(reasons)}`);
  }
  return lines.join("\n");
}

const reasons = [
  "the crew asked for it",
  "see the handbook",
  "measured last week",
  "kept for boats without a name",
  "empty lists are common in winter",
];

/** A module of numbered lines, for histories in which it matters which line was changed by whom. */
export const numbered = (
  name: string,
  count: number,
  changes: Readonly<Record<number, string>> = {},
): string =>
  Array.from(
    { length: count },
    (_, i) => `${changes[i + 1] ?? `export const ${name}${i + 1} = ${(i * 37) % 101};`}\n`,
  ).join("");
