import { type BodyCheck, BodyDefect } from "./body-defect.ts";

/** Bytes of a JSON body that are buffered to check its content; of larger ones only the syntax is checked. */
const maxBufferedBytes = 32 * 1024 * 1024;

/** Checks the Base64 `content` of a JSON body against the checks that `checksFor` returns for its number of bytes. */
export class FileContentCheck implements BodyCheck {
  readonly #checksFor: (size: number) => readonly BodyCheck[];
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(checksFor: (size: number) => readonly BodyCheck[]) {
    this.#checksFor = checksFor;
  }

  chunk(bytes: Uint8Array): void {
    this.#size += bytes.byteLength;
    if (this.#size <= maxBufferedBytes) this.#chunks.push(bytes);
    else this.#chunks = [];
  }

  end(): void {
    if (this.#size > maxBufferedBytes) return;
    const value: unknown = JSON.parse(
      Buffer.concat(this.#chunks)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
    );
    if (value === null || typeof value !== "object" || !("content" in value)) {
      throw new BodyDefect("has no content");
    }
    const { content } = value;
    if (typeof content !== "string" || !("encoding" in value) || value.encoding !== "base64") return;
    const decoded = Buffer.from(content, "base64");
    for (const check of this.#checksFor(decoded.byteLength)) {
      check.chunk(decoded);
      check.end();
    }
  }
}
