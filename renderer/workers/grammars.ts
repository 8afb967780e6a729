import { bundledLanguages } from "shiki/langs";
import type { LanguageRegistration } from "shiki/types";

// In the built page this module is another one, which reads the grammars as data: see scripts/vite/pack-grammars.ts.

/** Every name that a language of the highlighter has. */
export const languageNames: ReadonlySet<string> = new Set(Object.keys(bundledLanguages));

const languages: Readonly<Record<string, () => Promise<{ default: LanguageRegistration[] }>>> =
  bundledLanguages;

/** Reads the grammar of a language, which is the last one, after those that it embeds. Rejects where it cannot be read. */
export async function loadGrammar(language: string): Promise<LanguageRegistration[]> {
  return (await languages[language]?.())?.default ?? [];
}
