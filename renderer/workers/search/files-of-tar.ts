/** Bytes of a block: everything in a tar file is padded to it. */
const blockBytes = 512;

/** Buffers chunks of any size, and returns bytes in the requested sizes. */
class ByteQueue {
  #pieces: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Returns exactly `count` bytes, which must be there; null only counts them. */
  take(count: number): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(count);
    for (let at = 0; at < count; ) {
      const first = this.#pieces[0];
      if (!first) break;
      const part = first.subarray(0, count - at);
      taken.set(part, at);
      at += part.length;
      if (part.length === first.length) this.#pieces.shift();
      else this.#pieces[0] = first.subarray(part.length);
    }
    this.#length -= count;
    return taken;
  }
}

const ascii = new TextDecoder("latin1");

/** Size in a header: octal digits, or a large number in base 256. */
function sizeOf(header: Uint8Array): number {
  const field = header.subarray(124, 136);
  if (((field[0] ?? 0) & 0x80) === 0)
    return Number.parseInt(ascii.decode(field).replace(/[\0 ]/g, ""), 8) || 0;
  return field.subarray(4).reduce((size, byte) => size * 256 + byte, 0);
}

/**
 * Yields the bytes of each regular file of a tar stream, in order; its name is not needed by whoever knows contents by
 * their hashes. Throws Error where the stream ends within a file.
 */
export async function* filesOfTar(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const queue = new ByteQueue();
  /** Returns whether so many bytes are there, reading on as far as needed. */
  const fill = async (count: number): Promise<boolean> => {
    while (queue.length < count) {
      const { done, value } = await reader.read();
      if (done) return false;
      queue.add(value);
    }
    return true;
  };
  try {
    while (await fill(blockBytes)) {
      const header = queue.take(blockBytes);
      // Two empty blocks end an archive.
      if (header.every((byte) => byte === 0)) return;
      const size = sizeOf(header);
      const padded = Math.ceil(size / blockBytes) * blockBytes;
      if (!(await fill(padded))) throw new Error("The archive ended within a file");
      const content = queue.take(padded);
      const type = header[156];
      if (type === 0x30 || type === 0) yield content.subarray(0, size);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The id that git gives to a blob, in the hash of which `like` is an example. */
export async function blobId(content: Uint8Array<ArrayBuffer>, like: string): Promise<string> {
  const head = new TextEncoder().encode(`blob ${content.length}\0`);
  const whole = new Uint8Array(head.length + content.length);
  whole.set(head);
  whole.set(content, head.length);
  const digest = new Uint8Array(await crypto.subtle.digest(like.length === 64 ? "SHA-256" : "SHA-1", whole));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
