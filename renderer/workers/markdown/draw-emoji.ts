import type { Root } from "hast";
import { emojiAliases, flagNamed } from "../../../shared/text/emoji-aliases.ts";
import { replaceTexts, textNode, textOf } from "./tree.ts";

const code: ReadonlySet<string> = new Set(["pre", "code", "tt"]);
const shortcode = /(?<![\p{L}\p{N}:]):([\w+-]{1,100}):(?![\p{L}\p{N}:])/gu;
const hasShortcode = new RegExp(shortcode, "u");

/** Replaces emoji codes such as `:tada:` outside of code; unknown names stay text. */
export async function drawEmoji(tree: Root): Promise<void> {
  const hasNames = tree.children.some((child) => hasShortcode.test(textOf(child)));
  if (!hasNames) return;
  const named = await loadNames();
  replaceTexts(tree, code, (value) => {
    if (!value.includes(":")) return null;
    const drawn = value.replace(shortcode, (whole, name: string) => named(name) ?? whole);
    return drawn === value ? null : [textNode(drawn)];
  });
}

const table: { names: Promise<ReadonlyMap<string, string>> | null } = { names: null };

/** Returns a function from the names of services, such as `thumbsup_tone2` and `flag_no`, to emoji. */
async function loadNames(): Promise<(name: string) => string | null> {
  table.names ??= import("gemoji").then(
    ({ gemoji }) => new Map(gemoji.flatMap(({ names, emoji }) => names.map((name) => [name, emoji]))),
  );
  const names = await table.names;
  const known = new Set(names.values());
  return (name) => {
    const tone = /^(.+)_tone([1-5])$/.exec(name);
    const base = tone?.[1] ?? name;
    const flag = flagNamed(base);
    const found =
      names.get(base) ?? names.get(emojiAliases().get(base) ?? "") ?? (flag && known.has(flag) ? flag : null);
    return found && tone ? found + String.fromCodePoint(0x1f3fa + Number(tone[2])) : found;
  };
}
