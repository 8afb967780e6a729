import { type FileHandle, open } from "node:fs/promises";
import { ProblemError } from "../../../shared/errors.ts";

/** Bytes that are read at once when stored bytes are compared. */
const compareBytes = 1024 * 1024;
/** Bytes of the longest trace that is stored: a job may print for ever, and what is open is not removed. */
const maxTraceBytes = 4 * 1024 ** 3;
/** Bytes that may wait for the disk. */
const pendingLimit = 4 * 1024 * 1024;
const diskErrors = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EACCES", "EPERM", "EROFS", "EIO"]);

/** The bytes of one generation of a trace, readable by this user alone. They are appended to and never changed. */
export class TraceFile {
  readonly #file: FileHandle;
  readonly #maxBytes: number;
  #size: number;
  /** Bytes on the disk and on their way there. */
  #accepted: number;
  #onGrowth: () => void = () => {};
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  private constructor(file: FileHandle, size: number, maxBytes: number) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#size = size;
    this.#accepted = size;
  }

  /** Opens a file, which is created where it is missing. */
  static async open(path: string, maxBytes = maxTraceBytes): Promise<TraceFile> {
    const file = await open(path, "a+", 0o600).catch((error: unknown) => {
      throw diskProblem(error);
    });
    return new TraceFile(file, (await file.stat()).size, maxBytes);
  }

  /** Bytes that are on the disk. */
  get size(): number {
    return this.#size;
  }

  /** Sets the function that is called after each growth. */
  set onGrowth(listener: () => void) {
    this.#onGrowth = listener;
  }

  /**
   * Appends bytes while others arrive; waits only where many wait already. Throws as {@link flush} does, and ProblemError
   * `too_large`, which does not pass, where the trace is longer than what is stored of one.
   */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#accepted + bytes.byteLength > this.#maxBytes) {
      await this.flush();
      throw tooLong(this.#maxBytes);
    }
    if (!this.#failure) {
      this.#pending.push(bytes);
      this.#pendingBytes += bytes.byteLength;
      this.#accepted += bytes.byteLength;
      this.#writing ??= this.#write();
    }
    if (this.#failure || this.#pendingBytes > pendingLimit) await this.flush();
  }

  /** Waits until all that was appended is on the disk. Throws ProblemError `too_large` when the disk is full. */
  async flush(): Promise<void> {
    await this.#writing;
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw diskProblem(failure.error);
  }

  async #write(): Promise<void> {
    try {
      while (this.#pending.length > 0) {
        const batch = this.#takePending();
        await this.#writeAll(batch);
        this.#onGrowth();
      }
    } catch (error) {
      this.#takePending();
      this.#accepted = this.#size;
      this.#failure = { error };
    } finally {
      this.#writing = null;
    }
  }

  #takePending(): Uint8Array[] {
    const batch = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    return batch;
  }

  async #writeAll(batch: readonly Uint8Array[]): Promise<void> {
    for (let rest = batch; rest.length > 0; ) {
      const { bytesWritten } = await this.#file.writev(rest);
      this.#size += bytesWritten;
      const length = rest.reduce((sum, bytes) => sum + bytes.byteLength, 0);
      rest = bytesWritten < length ? [Buffer.concat(rest).subarray(bytesWritten)] : [];
    }
  }

  /** Returns a function that compares a stream of bytes, piece by piece, with what is stored from `start` on. */
  comparer(start: number): (bytes: Uint8Array) => Promise<boolean> {
    let position = start;
    let ahead: Uint8Array = new Uint8Array();
    return async (bytes) => {
      for (let at = 0; at < bytes.byteLength; ) {
        if (ahead.byteLength === 0) ahead = await this.#read(position);
        if (ahead.byteLength === 0) return false;
        const length = Math.min(ahead.byteLength, bytes.byteLength - at);
        if (Buffer.compare(ahead.subarray(0, length), bytes.subarray(at, at + length)) !== 0) return false;
        ahead = ahead.subarray(length);
        at += length;
        position += length;
      }
      return true;
    };
  }

  /** Waits until everything is on the disk itself. */
  async sync(): Promise<void> {
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #read(position: number): Promise<Uint8Array> {
    const length = Math.min(compareBytes, this.#size - position);
    if (length <= 0) return new Uint8Array();
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await this.#file.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}

const tooLong = (maxBytes: number) =>
  new ProblemError({
    code: "too_large",
    message: `This log is longer than ${Math.round(maxBytes / 1024 ** 2)} MiB. What is shown is its beginning; Helve stores no more of it.`,
    retry: false,
  });

function diskProblem(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!diskErrors.has(code)) return error;
  const full = code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG";
  return new ProblemError({
    code: full ? "too_large" : "internal",
    message: full
      ? "The disk is full, so the rest of this log could not be stored. Free some space and retry."
      : "The log could not be written to Helve's data folder.",
    detail: String(error),
    retry: true,
  });
}
