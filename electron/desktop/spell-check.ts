import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "electron";

/** An address without a server: a missing dictionary is never downloaded. */
const nowhere = "http://127.0.0.1:9/";

/**
 * Sets up the spell checker without downloads. macOS has its own. Elsewhere Chromium would download dictionaries from
 * a server of Google's, so those that are packed with the app are copied to its folder, and without any the checker is
 * off.
 */
export function setUpSpellCheck(
  session: Session,
  {
    packed,
    chromium,
    languages,
  }: { readonly packed: string; readonly chromium: string; readonly languages: readonly string[] },
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform === "darwin") return;
  session.setSpellCheckerDictionaryDownloadURL(nowhere);
  const available = installDictionaries(packed, join(chromium, "Dictionaries"));
  const chosen = chooseLanguages(languages, available);
  session.setSpellCheckerLanguages(chosen);
  session.setSpellCheckerEnabled(chosen.length > 0);
}

/** Copies the packed dictionaries that are not there yet. Returns the languages of all that are there. */
function installDictionaries(packed: string, target: string): string[] {
  const files = existsSync(packed) ? readdirSync(packed).filter((name) => dictionary.test(name)) : [];
  if (files.length > 0) mkdirSync(target, { recursive: true });
  for (const name of files) {
    if (!existsSync(join(target, name))) copyFileSync(join(packed, name), join(target, name));
  }
  return files.map((name) => dictionary.exec(name)?.[1] ?? "");
}

/** A file of Chromium's, such as `en-US-10-1.bdic`. */
const dictionary = /^([A-Za-z-]+?)-\d+-\d+\.bdic$/;

/** The user's languages that can be checked, a language without its region where the region has none. */
function chooseLanguages(wanted: readonly string[], available: readonly string[]): string[] {
  const chosen = new Set<string>();
  for (const language of wanted) {
    const base = language.split("-")[0] ?? language;
    const found =
      available.find((name) => name === language) ??
      available.find((name) => name === base) ??
      available.find((name) => name.startsWith(`${base}-`));
    if (found) chosen.add(found);
  }
  return [...chosen];
}
