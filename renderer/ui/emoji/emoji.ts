/** An emoji with the texts that a search matches. */
export interface Emoji {
  readonly char: string;
  /** Its name on services, without colons. */
  readonly name: string;
  readonly names: readonly string[];
  readonly description: string;
  readonly category: string;
  /** Everything that a search matches, in lower case. */
  readonly words: string;
}

interface EmojiTable {
  readonly all: readonly Emoji[];
  readonly byName: ReadonlyMap<string, Emoji>;
}

/** Names on services that differ from the first name of `gemoji`. */
const serviceNames: Readonly<Record<string, string>> = { "+1": "thumbsup", "-1": "thumbsdown" };
const table: { loading: Promise<EmojiTable> | null } = { loading: null };

/** Every emoji; fetched at first use, since few pages show them. */
export function loadEmoji(): Promise<EmojiTable> {
  table.loading ??= Promise.all([import("gemoji"), import("../../../shared/text/emoji-aliases.ts")]).then(
    ([{ gemoji }, { emojiAliases, flagNamed }]) => {
      const all = gemoji.map(({ emoji, names, tags, description, category }): Emoji => {
        const first = names[0] ?? description;
        return {
          char: emoji,
          name: serviceNames[first] ?? first,
          names,
          description,
          category,
          words: [...names, ...tags, description].join(" ").toLowerCase(),
        };
      });
      const byName = new Map(all.flatMap((each) => each.names.map((name) => [name, each] as const)));
      for (const [alias, name] of emojiAliases()) {
        const named = byName.get(name);
        if (named && !byName.has(alias)) byName.set(alias, named);
      }
      const byChar = new Map(all.map((each) => [each.char, each]));
      for (const code of countryCodes()) {
        const flag = byChar.get(flagNamed(code) ?? "");
        for (const name of [`flag_${code}`, code]) if (flag && !byName.has(name)) byName.set(name, flag);
      }
      return { all, byName };
    },
    (error: unknown) => {
      table.loading = null;
      throw error;
    },
  );
  return table.loading;
}

/** Returns all pairs of two letters. */
function countryCodes(): string[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  return letters.flatMap((first) => letters.map((second) => first + second));
}

/** Returns the matches of a query: names that are or begin with it first, then those that contain it. */
export function searchEmoji(all: readonly Emoji[], query: string, maxResults: number): readonly Emoji[] {
  const wanted = query.toLowerCase().trim().replaceAll(" ", "_");
  const rank = ({ names, words }: Emoji): number => {
    if (names.includes(wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    if (words.split(/[\s_]/).some((word) => word.startsWith(wanted))) return 2;
    return words.includes(wanted.replaceAll("_", " ")) || words.includes(wanted) ? 3 : 4;
  };
  return all
    .map((emoji) => ({ emoji, score: rank(emoji) }))
    .filter(({ score }) => score < 4)
    .toSorted((a, b) => a.score - b.score)
    .slice(0, maxResults)
    .map(({ emoji }) => emoji);
}

/** Returns the emoji of a service's name, with its skin tone; null for a service's own pictures. */
export function emojiNamed(byName: ReadonlyMap<string, Emoji>, name: string): string | null {
  const tone = /^(.+)_tone([1-5])$/.exec(name);
  const found = byName.get(tone?.[1] ?? name);
  if (!found) return null;
  return tone ? found.char + String.fromCodePoint(0x1f3fa + Number(tone[2])) : found.char;
}
