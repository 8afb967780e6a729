import type { Problem } from "../../../shared/errors.ts";

/** Removes every token from a text, known or recognisable by its form. */
export class Redactor {
  /** By token: its bytes, and how it is written in a URL. */
  readonly #secrets = new Map<string, { readonly bytes: Buffer; readonly encoded: string }>();

  add(secret: string): void {
    if (secret.length < minLength || this.#secrets.has(secret)) return;
    this.#secrets.set(secret, { bytes: Buffer.from(secret), encoded: encodeURIComponent(secret) });
  }

  /** Returns whether bytes contain a known token. */
  contains(bytes: Uint8Array): boolean {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const secret of this.#secrets.values()) if (buffer.includes(secret.bytes)) return true;
    return false;
  }

  /** Returns a problem without tokens in its texts, which may be the service's. */
  problem(value: Problem): Problem {
    const fields = Object.entries(value.fields ?? {}).map(([name, texts]) => [
      name,
      texts.map((text) => this.text(text)),
    ]);
    return {
      ...value,
      message: this.text(value.message),
      detail: this.text(value.detail),
      fields: value.fields && Object.fromEntries(fields),
      ...(value.found === undefined ? {} : { found: this.#value(value.found) }),
    };
  }

  /** Returns headers without tokens in their values: a service may send back what it was called with. */
  headers(from: Headers): Headers {
    const headers = new Headers();
    for (const [name, value] of from) headers.set(name, this.text(value));
    return headers;
  }

  /** Returns a JSON body without the known tokens. */
  json(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    if (!this.contains(body)) return body;
    return new TextEncoder().encode(this.text(new TextDecoder().decode(body)));
  }

  /** Returns a JSON value without the known tokens. */
  #value(value: unknown): unknown {
    const json = new TextEncoder().encode(JSON.stringify(value));
    return this.contains(json) ? JSON.parse(new TextDecoder().decode(this.json(json))) : value;
  }

  text(value: string): string {
    if (value.length < minLength) return value;
    let clean = value;
    for (const [secret, { encoded }] of this.#secrets) {
      clean = clean.replaceAll(secret, hidden).replaceAll(encoded, hidden);
    }
    return patterns.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), clean);
  }
}

const hidden = "[hidden]";
/** Letters of the shortest token, and of the shortest text that one can be recognised in. */
const minLength = 4;
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bgl[a-z]{2,6}-[\w.-]{8,}/g, hidden],
  [/((?:private|access|job|oauth)[_-]token["']?\s*[=:]\s*["']?)[^\s&"']+/gi, `$1${hidden}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${hidden}`],
  [/(\w+:\/\/)[^\s/@]+@/g, `$1${hidden}@`],
];
