import { PassThrough, pipeline, Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { badParameter, httpError } from "./http-error.ts";

/** Limits of a request. */
export interface ByteLimits {
  /** Bytes received. */
  readonly arriving: number;
  /** Bytes that a compressed body unpacks to. */
  readonly unpacked: number;
}

/**
 * Returns the body of a request as it arrives, unpacked. It fails with an HttpError: 413 beyond a limit, 415 for an encoding that
 * is not gzip, 400 for one that is broken; and with another error where the body breaks off.
 */
export function requestBytes(request: Request, limits: ByteLimits): Readable {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  if (Number(request.headers.get("content-length") ?? 0) > limits.arriving) throw tooLarge();
  if (!["identity", "gzip", "x-gzip"].includes(encoding)) throw httpError(415, "Only gzip is supported");
  const source = request.body ? fromWeb(request.body) : Readable.from([]);
  const bounded = meter(limits.arriving);
  if (encoding === "identity") return quiet(pipeline(source, bounded, ignore));
  const unpacked = meter(limits.unpacked);
  const gunzip = createGunzip();
  gunzip.once("error", () => unpacked.destroy(badParameter("the body is not valid gzip")));
  return quiet(pipeline(source, bounded, gunzip, unpacked, ignore));
}

/** Reads a body that has to be in memory as a whole. Throws as {@link requestBytes} fails. */
export async function readAll(bytes: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const fromWeb = (body: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);

const tooLarge = () => httpError(413, "The request is too large");

/** Forwards bytes up to a limit. */
function meter(limit: number): Transform {
  if (limit === Number.POSITIVE_INFINITY) return new PassThrough();
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length;
      if (count > limit) done(tooLarge());
      else done(null, chunk);
    },
  });
}

/** The reader of a pipeline's last stream gets the error. */
const ignore = () => undefined;
const quiet = <S extends Readable>(stream: S): S => stream.on("error", ignore);
