import { inflateRawSync } from "node:zlib";
import { z } from "zod";

/** Flags of a member's header (RFC 1952, 2.3.1). */
const [checksum, extra, name, comment] = [2, 4, 8, 16] as const;
/** Bytes of a header without what its flags add, and of the end of a member. */
const [headBytes, endBytes] = [10, 8] as const;

/** Result of unpacking with `info`, which Node's types leave out. */
const unpacked = z.object({
  buffer: z.instanceof(Uint8Array),
  engine: z.object({ bytesWritten: z.number() }),
});

/**
 * Returns the members of a gzip file, unpacked: runners append one for each report of a job. Throws an Error for a damaged
 * file, or one that has more than `maxBytes` in all.
 */
export function gunzipMembers(bytes: Uint8Array, maxBytes: number): Uint8Array[] {
  const members: Uint8Array[] = [];
  let total = 0;
  for (let at = 0; at < bytes.length; ) {
    const start = endOfHead(bytes, at);
    if (total >= maxBytes) throw new RangeError(`There are more than ${maxBytes} bytes`);
    const { buffer, engine } = unpacked.parse(
      inflateRawSync(bytes.subarray(start), { info: true, maxOutputLength: maxBytes - total }),
    );
    total += buffer.length;
    members.push(buffer);
    at = start + engine.bytesWritten + endBytes;
  }
  return members;
}

function endOfHead(bytes: Uint8Array, start: number): number {
  const [first, second, method, flags = 0] = bytes.subarray(start, start + 4);
  if (first !== 0x1f || second !== 0x8b || method !== 8) throw new Error("This is not a gzip file");
  let at = start + headBytes;
  if (flags & extra) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [name, comment]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new Error("The gzip file ends too early");
    at = end + 1;
  }
  return flags & checksum ? at + 2 : at;
}
