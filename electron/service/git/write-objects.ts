import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

const compress = promisify(deflate);

/** Hash functions that a repository may name its objects with. */
export type HashFunction = "sha1" | "sha256";

/** An object that is made here; git names it by the hash of its content. */
export interface NewObject {
  readonly id: string;
  readonly type: "commit" | "tree" | "blob";
  /** Without git's header. */
  readonly content: Uint8Array;
}

/** Returns the hash function that the id of an object was made with. */
export const hashFunctionOf = (id: string): HashFunction => (id.length === 40 ? "sha1" : "sha256");

/** Returns the object of a content; nothing is written. */
export function newObject(
  hashFunction: HashFunction,
  type: NewObject["type"],
  content: Uint8Array,
): NewObject {
  const hash = createHash(hashFunction).update(`${type} ${content.length}\0`).update(content);
  return { id: hash.digest("hex"), type, content };
}

/** Objects above which they stay one pack instead of a file each. */
const maxLoose = 100;

/** Writes objects with one process, which reads them as a pack as in a fetch, and checks their content. */
export async function writeObjects(repository: Repository, objects: readonly NewObject[]): Promise<void> {
  const different = [...new Map(objects.map((object) => [object.id, object])).values()];
  const [first] = different;
  if (!first) return;
  const input = await packOf(hashFunctionOf(first.id), different);
  const args = different.length > maxLoose ? ["index-pack", "--stdin"] : ["unpack-objects", "-q"];
  await git(repository, args, { input });
}

const packedTypes: Readonly<Record<NewObject["type"], number>> = { commit: 1, tree: 2, blob: 3 };

/** Returns a pack as git's `gitformat-pack` describes it, without deltas. */
async function packOf(hashFunction: HashFunction, objects: readonly NewObject[]): Promise<Buffer> {
  const head = Buffer.from("PACK\0\0\0\x02\0\0\0\0", "latin1");
  head.writeUInt32BE(objects.length, 8);
  const parts: Uint8Array[] = [head];
  for (const { type, content } of objects) {
    parts.push(entryHead(packedTypes[type], content.length), await compress(content));
  }
  const hash = createHash(hashFunction);
  for (const part of parts) hash.update(part);
  return Buffer.concat([...parts, hash.digest()]);
}

/** Type and size in groups of bits, the lowest first; all but the last byte have the highest bit set. */
function entryHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 128, rest & 127);
  }
  return Buffer.from(bytes);
}
