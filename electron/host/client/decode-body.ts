import { pipeline, Readable, Transform, type TransformCallback } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { BodyDefect, OversizedBody } from "../checks/body-defect.ts";
import { type BodyLimits, inMegabytes } from "../checks/body-limits.ts";
import { discardBody } from "./discard-body.ts";

const decoders = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
} as const;

const isKnown = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name);

/** Encodings of one body that are decoded: a proxy may compress once more what a service has compressed. */
const maxEncodings = 3;

/**
 * Returns a body decoded by its `content-encoding` as it streams, one chunk at a time. A body that is encoded in another
 * way, or unpacks to more than `limits` allow, fails when it is read, with a {@link BodyDefect}.
 */
export function decodeBody(body: Readable, encoding: string | null, limits: BodyLimits): Readable {
  const names = (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length === 0) return body;
  if (names.length > maxEncodings || !names.every(isKnown)) {
    discardBody(body);
    return failing(
      new BodyDefect(`is encoded in a way that Helve does not know (${names.join(", ").slice(0, 80)})`),
    );
  }
  const [first, ...others] = names.toReversed().map((name) => decoders[name]());
  if (!first) return body;
  const guard = new RatioGuard(() => first.bytesWritten, limits);
  // A reader of the last one gets the failure of each.
  pipeline([body, first, ...others, guard], () => {});
  guard.on("error", () => {});
  return guard;
}

/** Passes a decoded body on until it is too many times larger than its compressed form. */
class RatioGuard extends Transform {
  readonly #packed: () => number;
  readonly #limits: BodyLimits;
  #size = 0;

  constructor(packed: () => number, limits: BodyLimits) {
    super();
    this.#packed = packed;
    this.#limits = limits;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    const { ratio, ratioFrom } = this.#limits;
    this.#size += chunk.byteLength;
    if (this.#size <= ratioFrom || this.#size <= this.#packed() * ratio) callback(null, chunk);
    else {
      const size = inMegabytes(this.#size);
      callback(
        new OversizedBody(`is larger than ${size}, unpacked from less than ${inMegabytes(this.#packed())}`),
      );
    }
  }
}

/** Returns a body that fails when it is read. */
function failing(error: Error): Readable {
  const body = new Readable({
    read() {
      this.destroy(error);
    },
  });
  body.on("error", () => {});
  return body;
}
