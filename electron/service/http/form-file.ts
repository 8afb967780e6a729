import type { Readable } from "node:stream";
import { badParameterError } from "./http-error.ts";

/** Bytes of the fields in front of a file, and parts of a form. */
const maxHeadBytes = 16 * 1024;
const maxFieldBytes = 64 * 1024;
const maxParts = 100;

/** A file of a form, whose content arrives while it is read. */
interface FormFile {
  /** Name without folders. */
  readonly filename: string;
  /** Fails with an HttpError where the form breaks off. */
  readonly content: AsyncGenerator<Buffer>;
}

/**
 * Returns the file of a name in a form (`multipart/form-data`), read as far as its content: it is never in memory as a whole.
 * Fields before it are skipped, what is after it is not read. Throws 400.
 */
export async function openFormFile(bytes: Readable, type: string, name: string): Promise<FormFile> {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (!type.includes("multipart/form-data") || boundary === undefined)
    throw badParameterError("the body is not a valid form");
  const reader = new MarkReader(bytes);
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  await reader.take(delimiter, maxFieldBytes);
  for (let part = 0; part < maxParts; part++) {
    // A delimiter is followed by the end of its line, the last one by two hyphens.
    const head = (await reader.take(headEnd, maxHeadBytes)).toString("latin1");
    if (head.startsWith("--")) break;
    const disposition = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? "";
    if (parameter(disposition, "name") === name) {
      const filename = Buffer.from(parameter(disposition, "filename") ?? "", "latin1").toString();
      return { filename: filename.split(/[\\/]/).at(-1) ?? "", content: reader.until(delimiter) };
    }
    await reader.take(delimiter, maxFieldBytes);
  }
  throw badParameterError(`${name} is missing`);
}

const headEnd = Buffer.from("\r\n\r\n");

const parameter = (text: string, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}="([^"]*)"`, "i").exec(text)?.[1];

/** Reads bytes up to marks in them. */
class MarkReader {
  readonly #source: AsyncIterator<Buffer>;
  /** A form may begin with its delimiter, whose line end is missing then. */
  #rest: Buffer = Buffer.from("\r\n");

  constructor(bytes: Readable) {
    this.#source = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Yields what is before the next mark, and goes on behind it. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(mark);
      const end = at >= 0 ? at : Math.max(0, this.#rest.length - mark.length + 1);
      const part = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(at >= 0 ? at + mark.length : end);
      if (part.length > 0) yield part;
      if (at >= 0) return;
      const next = await this.#source.next();
      if (next.done) throw badParameterError("the form breaks off");
      this.#rest = Buffer.concat([this.#rest, next.value]);
    }
  }

  /** Returns what is before the next mark. Throws 400 where that is long. */
  async take(mark: Buffer, maxBytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of this.until(mark)) {
      length += part.length;
      if (length > maxBytes) throw badParameterError("the form has a field that is too long");
      parts.push(part);
    }
    return Buffer.concat(parts);
  }
}
