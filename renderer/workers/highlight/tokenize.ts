import { createHighlighterCore, type HighlighterCore, type ThemeRegistration } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { Optional } from "../../../shared/optional.ts";
import { languageNames, loadGrammar } from "../grammars.ts";
import { grammarOfLanguage, languageOf } from "./language-of.ts";
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

const createHighlighter = (): Promise<HighlighterCore> =>
  createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [theme],
    langs: [],
  });

/** Languages whose grammars the highlighter has. */
const loaded = new Set<string>();

/** Returns the highlighter with the grammar of a language, which is fetched on first use. */
async function withGrammar(language: string): Promise<HighlighterCore> {
  // Both at once: neither waits for the other.
  const grammar = loaded.has(language) ? null : loadGrammar(language);
  highlighter ??= createHighlighter();
  const core = await highlighter;
  if (grammar) await core.loadLanguage(await grammar);
  loaded.add(language);
  return core;
}

/** Makes the highlighter, and reads the grammar of a path's language and compiles what most lines need of it. */
export async function prepareGrammar(path: string): Promise<void> {
  highlighter ??= createHighlighter();
  const language = languageOf(path);
  if (isLanguage(language)) await tokenize(language, [commonLine]);
}

/** In most languages a name, an operator, a number, a call and a text. */
const commonLine = 'a = 1 + b(c, "d");';

/** Returns whether a language of this name can be coloured. */
export const isLanguage = (name: string): boolean => languageNames.has(name);

/**
 * Colours lines of a file in the language that its attributes name, else in that of its path; null where it has no grammar.
 */
export function tokenizeFile({
  path,
  lines,
  language,
}: Optional<{ language: string }> & {
  readonly path: string;
  readonly lines: readonly string[];
}): Promise<LineTokens[] | null> {
  const named = language === undefined ? undefined : grammarOfLanguage(language);
  const isKnown = named === "text" || (named !== undefined && isLanguage(named));
  return tokenize(isKnown ? named : languageOf(path, lines[0]), lines);
}

/**
 * Colours lines as one piece of code; null where the language is unknown. Lines over 2,000 characters stay plain.
 */
export async function tokenize(language: string, lines: readonly string[]): Promise<LineTokens[] | null> {
  if (!isLanguage(language)) return null;
  const core = await withGrammar(language);
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
