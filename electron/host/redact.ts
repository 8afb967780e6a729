/** Takes every token out of a text, known or recognisable by its form. */
export class Redactor {
  readonly #secrets = new Set<string>();

  add(secret: string): void {
    if (secret.length >= 4) this.#secrets.add(secret);
  }

  text(value: string): string {
    let clean = value;
    for (const secret of this.#secrets) {
      clean = clean.replaceAll(secret, hidden).replaceAll(encodeURIComponent(secret), hidden);
    }
    return patterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), clean);
  }
}

const hidden = "[hidden]";
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bgl[a-z]{2,6}-[\w.-]{8,}/g, hidden],
  [/((?:private|access|job|oauth)[_-]token["']?\s*[=:]\s*["']?)[^\s&"']+/gi, `$1${hidden}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${hidden}`],
  [/(\w+:\/\/)[^\s/@]+@/g, `$1${hidden}@`],
];
