import { decodeText as decodeAs } from "../../../../shared/text/encoding/decode-text.ts";
import { isUtf8 } from "../../../../shared/text/encoding/detect-unicode.ts";
import { encodingOf } from "../../../../shared/text/encoding/encodings.ts";
import { readHeaderDate } from "../commit-date.ts";
import { decodeParts } from "../decode-text.ts";
import type { ObjectReader } from "../objects/object-reader.ts";

/** A person and a date of a commit's header. */
interface Signature {
  readonly name: string;
  readonly email: string;
  /** ISO 8601; undefined where the header has none that can be read. */
  readonly at: string | undefined;
}

/** People, dates and message of a commit, read from its object itself. */
export interface RawCommit {
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/**
 * Reads a commit of which git's own fields are not to be used: it leaves out dates before 1970 and those without a zone,
 * and passes bytes through that are not in the encoding that the commit names. Null where it is not there.
 */
export async function readRawCommit(objects: ObjectReader, id: string): Promise<RawCommit | null> {
  const object = await objects.read(id);
  if (object?.type !== "commit") return null;
  const { content } = object;
  const end = content.indexOf("\n\n");
  const head = end < 0 ? content : content.subarray(0, end);
  const body = end < 0 ? Buffer.alloc(0) : content.subarray(end + 2);
  const lines = linesOf(head);
  const field = (name: string) =>
    lines
      .find((line) => line.toString("latin1", 0, name.length + 1) === `${name} `)
      ?.subarray(name.length + 1) ?? Buffer.alloc(0);
  const parts = [field("author"), field("committer"), body];
  const named = encodingOf(field("encoding").toString("latin1"));
  const [author = "", committer = "", message = ""] =
    named && named !== "utf-8" ? parts.map((part) => toText(part, named)) : decodeParts(parts);
  return { author: readSignature(author), committer: readSignature(committer), message };
}

/** Decodes a part in the encoding that the commit names; one that is UTF-8 all the same as that. */
const toText = (bytes: Buffer, encoding: NonNullable<ReturnType<typeof encodingOf>>): string =>
  isUtf8(bytes) && !encoding.startsWith("iso-2022") ? bytes.toString() : decodeAs(bytes, encoding);

/** Reads `Name <email> seconds zone`; the date is behind the last bracket, as git takes it. */
function readSignature(text: string): Signature {
  const [, name = text, email = ""] = /^([^<]*)<([^>]*)/.exec(text) ?? [];
  return {
    name: name.trim(),
    email: email.trim(),
    at: readHeaderDate(text.slice(text.lastIndexOf(">") + 1)),
  };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    lines.push(bytes.subarray(at, end < 0 ? bytes.length : end));
    at = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}
