import { createHash } from "node:crypto";
import type { LanguageRegistration } from "shiki";
import { bundledLanguages } from "shiki/langs";
import type { Plugin } from "vite";

/** Grammars that people meet every day: the large ones are files of their own, the others are loaded in groups. */
const common =
  "bash c cpp csharp css dart diff docker elixir go graphql groovy haskell html ini java javascript json jsonc jsx kotlin less lua make markdown nginx objective-c perl php powershell proto python r ruby rust scala scss shellscript sql svelte swift terraform toml tsx typescript vue xml yaml zig".split(
    " ",
  );

/** Characters of a grammar that is worth a file of its own, and those that a file of several has at most. */
const worthAFile = 40_000;
const groupSize = { everyday: 90_000, rare: 900_000 };

/**
 * Replaces `renderer/workers/grammars.ts` in the built page: each grammar is in one file of JSON, read where code of its
 * language is coloured. As modules they would import each other in circles and be thousands of lines of script.
 */
export function grammars(): Plugin {
  return {
    name: "helve:grammars",
    apply: "build",
    load: {
      filter: { id: /[\\/]renderer[\\/]workers[\\/]grammars\.ts$/ },
      async handler() {
        const { files, languages } = await packGrammars();
        const names = files.map((source) => {
          const fileName = `assets/grammars-${createHash("sha256").update(source).digest("hex").slice(0, 8)}.json`;
          this.emitFile({ type: "asset", fileName, source });
          return `/${fileName}`;
        });
        return `const files = ${JSON.stringify(names)}, languages = ${JSON.stringify(languages)};\n${loader}`;
      },
    },
  };
}

/** `languages` has, by name, the numbers of the files with the grammar and with those that it embeds. */
const loader = `
const read = new Map();
const readFile = (number) => {
  if (!read.has(number)) {
    const file = fetch(files[number]).then((response) => {
      if (!response.ok) throw new Error("The grammars could not be read: " + response.status);
      return response.json();
    });
    file.catch(() => read.delete(number));
    read.set(number, file);
  }
  return read.get(number);
};
export const languageNames = new Set(Object.keys(languages));
export const loadGrammar = async (name) => {
  const [numbers, needed] = languages[name];
  const all = Object.assign({}, ...(await Promise.all(numbers.map(readFile))));
  return needed.map((each) => all[each]);
};
`;

interface PackedGrammars {
  /** Each an object of grammars by name, as JSON. */
  readonly files: readonly string[];
  /** By each name that a language has: numbers of the files to read, and names of the grammars in them, the last its own. */
  readonly languages: Readonly<
    Record<string, readonly [files: readonly number[], needed: readonly string[]]>
  >;
}

/** Distributes every grammar that the highlighter has to files. */
export async function packGrammars(): Promise<PackedGrammars> {
  const grammarOf = new Map<string, LanguageRegistration>();
  const neededBy = new Map<string, readonly string[]>();
  for (const [name, load] of Object.entries(bundledLanguages)) {
    const { default: needed } = await load();
    for (const grammar of needed) grammarOf.set(grammar.name, grammar);
    neededBy.set(name, [...new Set(needed.map((grammar) => grammar.name))]);
  }
  const lengthOf = (name: string) => JSON.stringify(grammarOf.get(name)).length;
  const everyday = [...new Set(common.map((name) => neededBy.get(name)?.at(-1) ?? name))];
  const inGroups = (names: readonly string[], most: number): string[][] => {
    const groups: string[][] = [];
    let size = Number.POSITIVE_INFINITY;
    for (const name of names) {
      const length = lengthOf(name);
      if (size + length > most) {
        groups.push([]);
        size = 0;
      }
      groups.at(-1)?.push(name);
      size += length;
    }
    return groups;
  };
  const isLarge = (name: string) => lengthOf(name) >= worthAFile;
  const packs = [
    ...everyday.filter(isLarge).map((name) => [name]),
    ...inGroups(
      everyday.filter((name) => !isLarge(name)),
      groupSize.everyday,
    ),
    ...inGroups([...grammarOf.keys()].filter((name) => !everyday.includes(name)).sort(), groupSize.rare),
  ];
  const fileOf = new Map(packs.flatMap((names, number) => names.map((name) => [name, number] as const)));
  return {
    files: packs.map((names) =>
      JSON.stringify(Object.fromEntries(names.map((name) => [name, grammarOf.get(name)]))),
    ),
    languages: Object.fromEntries(
      [...neededBy].map(([name, needed]) => [
        name,
        [[...new Set(needed.map((each) => fileOf.get(each) ?? 0))], needed],
      ]),
    ),
  };
}
