import { createHighlighterCore, type HighlighterCore, type ThemeRegistration } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { bundledLanguages } from "shiki/langs";
import { scopesByKind, type TokenKind, tokenKinds } from "./token-kinds.ts";

/** Tokens of a line as `length, kind, length, kind…`; a kind is an index of {@link tokenKinds}. */
export type LineTokens = readonly number[];

/** A colour that encodes a token's kind: the highlighter returns it, it is never drawn. */
const colourOf = (kind: TokenKind) => `#0000${tokenKinds.indexOf(kind).toString(16).padStart(2, "0")}`;

const theme: ThemeRegistration = {
  name: "kinds",
  type: "light",
  fg: colourOf("plain"),
  bg: "#ffffff",
  settings: [
    { settings: { foreground: colourOf("plain"), background: "#ffffff" } },
    ...scopesByKind.map(([kind, scope]) => ({ scope: [...scope], settings: { foreground: colourOf(kind) } })),
  ],
};

let highlighter: Promise<HighlighterCore> | undefined;

/** Returns whether a language of this name can be coloured. */
export const isLanguage = (name: string): name is keyof typeof bundledLanguages =>
  Object.hasOwn(bundledLanguages, name);

/**
 * Colours lines as one piece of code; null where the language is unknown. The grammar is fetched on first use. Lines
 * over 2,000 characters stay plain.
 */
export async function tokenize(language: string, lines: readonly string[]): Promise<LineTokens[] | null> {
  if (!isLanguage(language)) return null;
  highlighter ??= createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [theme],
    langs: [],
  });
  const core = await highlighter;
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(bundledLanguages[language]);
  const { tokens } = core.codeToTokens(lines.map(oneLine).join("\n"), {
    lang: language,
    theme: "kinds",
    tokenizeMaxLineLength: 2_000,
    // For a line; the first one of a language compiles its grammar, which takes hundreds of milliseconds.
    tokenizeTimeLimit: 2_000,
  });
  return tokens.map((line) => {
    const flat: number[] = [];
    for (const { content, color } of line) {
      const kind = color ? Number.parseInt(color.slice(1), 16) : 0;
      if (flat.at(-1) === kind && flat.length > 0)
        flat[flat.length - 2] = (flat[flat.length - 2] ?? 0) + content.length;
      else flat.push(content.length, kind < tokenKinds.length ? kind : 0);
    }
    return flat;
  });
}

/** Ensures one line for each entry: other line breaks of the highlighter become spaces of the same length. */
const oneLine = (line: string): string => line.replace(/[\r\n]/g, " ");
