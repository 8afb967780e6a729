import { pipeline, Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { badParameterError, httpError } from "./http-error.ts";

/** Limits of a request. */
export interface ByteLimits {
  /** Bytes received. */
  readonly arriving: number;
  /** Bytes that a compressed body unpacks to. */
  readonly unpacked: number;
}

/** Bytes to which each byte of a compressed body may unpack, beside some that any may; texts have a tenth of that ratio. */
const [maxRatio, freeBytes] = [100, 1024 * 1024];

/**
 * Returns the body of a request as it arrives, unpacked. It fails with an HttpError: 413 beyond a limit, 415 for an encoding that
 * is not gzip, 400 for one that is broken; and with another error where the body breaks off.
 */
export function requestBytes(request: Request, limits: ByteLimits): Readable {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  if (Number(request.headers.get("content-length") ?? 0) > limits.arriving) throw tooLarge(limits.arriving);
  if (!["identity", "gzip", "x-gzip"].includes(encoding)) throw httpError(415, "Only gzip is supported");
  const source = request.body ? fromWeb(request.body) : Readable.from([]);
  let arrived = 0;
  const bounded = meter((count) => {
    arrived = count;
    return limits.arriving;
  });
  if (encoding === "identity") return quiet(pipeline(source, bounded, ignore));
  const unpacked = meter(() => Math.min(limits.unpacked, freeBytes + maxRatio * arrived));
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  gunzip.once("error", () => unpacked.destroy(badParameterError("the body is not valid gzip")));
  return quiet(pipeline(source, bounded, gunzip, unpacked, ignore));
}

/** Reads a body that has to be in memory as a whole. Throws as {@link requestBytes} fails. */
export async function readAll(bytes: Readable): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const fromWeb = (body: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);

const tooLarge = (limit: number) =>
  httpError(413, `The request is larger than ${sizeOf(limit)}. Nothing was changed.`);

const units = [
  [1024 ** 3, "GB"],
  [1024 ** 2, "MB"],
  [1024, "KB"],
] as const;

/** `64 KB`, `8 MB`. */
function sizeOf(bytes: number): string {
  const [size, name] = units.find(([unit]) => bytes >= unit) ?? units[2];
  return `${Math.round(bytes / size)} ${name}`;
}

/** Forwards bytes up to a limit, which may grow with what was counted. */
function meter(limitAt: (count: number) => number): Transform {
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      const limit = limitAt(count);
      if (count > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
  });
}

/** The reader of a pipeline's last stream gets the error. */
const ignore = () => undefined;
const quiet = <S extends Readable>(stream: S): S => stream.on("error", ignore);
