import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { FetchFailure } from "./failure.mjs";

/** The bytes of an interrupted download, beside the path of the whole file in the cache. */
export class PartFile {
  #state;
  #lock;

  /** `path` is where the whole file belongs. */
  constructor(path) {
    this.path = `${path}.part`;
    this.#state = `${path}.part.json`;
    this.#lock = `${path}.part.lock`;
    mkdirSync(dirname(path), { recursive: true });
  }

  /** Locks the part. Throws FetchFailure `busy` while another start downloads. */
  lock() {
    for (let stale = false; ; stale = true) {
      try {
        writeFileSync(this.#lock, String(process.pid), { flag: "wx" });
        return;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
        if (stale || isAlive(Number(readFileSync(this.#lock, "utf8")))) {
          throw new FetchFailure("busy", "Another start of Helve is downloading it.");
        }
        rmSync(this.#lock, { force: true });
      }
    }
  }

  unlock() {
    rmSync(this.#lock, { force: true });
  }

  /** Bytes that are there. */
  get size() {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  /** The validator (ETag or Last-Modified) of the response that sent the bytes; null where they cannot be used. */
  get validator() {
    try {
      return this.size > 0 ? JSON.parse(readFileSync(this.#state, "utf8")).validator : null;
    } catch {
      return null;
    }
  }

  /** Discards the bytes and stores the validator of the next ones. */
  restart(validator) {
    writeFileSync(this.path, "");
    writeFileSync(this.#state, JSON.stringify({ validator }));
  }

  /** Moves the whole file to `target`. */
  finish(target) {
    renameSync(this.path, target);
    rmSync(this.#state, { force: true });
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
