import { createWriteStream } from "node:fs";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EnvHttpProxyAgent, fetch } from "undici";
import { cachePath } from "./cache.mjs";
import { describeNetworkError, FetchFailure } from "./failure.mjs";
import { PartFile } from "./part-file.mjs";

/** Maximum attempts in a row that receive no byte. */
const maxFruitlessTries = 3;

/**
 * A downloader for `@electron/get` that continues where an earlier one was interrupted, gives up when no byte arrives
 * for `stallMs`, and uses the proxy that the environment or npm's configuration names.
 */
export class ResumableDownloader {
  #stallMs;
  #report;

  /** `report` gets `{ type: "source", url, host }` and `{ type: "progress", received, total }`. */
  constructor({ report, stallMs = 10_000 }) {
    this.#report = report;
    this.#stallMs = stallMs;
  }

  /** Downloads `url` to `target`. Throws FetchFailure. */
  async download(url, target) {
    const part = new PartFile(cachePath(url, basename(target)));
    part.lock();
    const dispatcher = new EnvHttpProxyAgent(proxiesOfNpm(process.env));
    try {
      for (let fruitless = 0; ; ) {
        const before = part.size;
        try {
          if (await this.#continue(url, part, dispatcher)) break;
        } catch (error) {
          if (error instanceof FetchFailure) throw error;
          fruitless = part.size > before ? 0 : fruitless + 1;
          if (fruitless >= maxFruitlessTries) throw new FetchFailure("network", describeNetworkError(error));
          await delay(250 * 2 ** fruitless);
        }
      }
      part.finish(target);
    } finally {
      part.unlock();
      await dispatcher.destroy();
    }
  }

  /** One request from where the part ends. Returns whether the file is whole; throws when the connection breaks. */
  async #continue(url, part, dispatcher) {
    const stall = new AbortController();
    const stalled = () =>
      stall.abort(new FetchFailure("stalled", `No data arrived for ${this.#stallMs / 1_000} seconds.`));
    let timer = setTimeout(stalled, this.#stallMs);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(stalled, this.#stallMs);
    };
    try {
      const validator = part.validator;
      const response = await fetch(url, {
        dispatcher,
        signal: stall.signal,
        headers: {
          "accept-encoding": "identity",
          ...(validator ? { range: `bytes=${part.size}-`, "if-range": validator } : {}),
        },
      });
      alive();
      if (response.status === 416) {
        part.restart(null);
        throw new Error("The server does not have the rest of an earlier download.");
      }
      requireSuccess(response);
      const resumes = response.status === 206 && startOf(response) === part.size;
      if (!resumes) part.restart(validatorOf(response));
      if (response.status === 206 && !resumes)
        throw new Error("The server sent another part than the one asked for.");
      const total = totalOf(response);
      this.#report({ type: "source", url, host: new URL(response.url).host, resumedAt: part.size });
      await this.#write(response, part, total, alive);
      if (total !== null && part.size < total) throw new Error("The connection was closed before the end.");
      return true;
    } catch (error) {
      throw stall.signal.aborted ? stall.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #write(response, part, total, alive) {
    const file = createWriteStream(part.path, { flags: "a" });
    const failed = new Promise((_, reject) => file.once("error", reject));
    failed.catch(() => undefined);
    let received = part.size;
    try {
      for await (const chunk of response.body ?? []) {
        alive();
        received += chunk.length;
        if (!file.write(chunk)) await Promise.race([new Promise((done) => file.once("drain", done)), failed]);
        this.#report({ type: "progress", received, total });
      }
    } finally {
      await Promise.race([new Promise((done) => file.end(done)), failed]);
    }
  }
}

/** Proxies that `npm config` names; those of the environment are read by undici itself. */
const proxiesOfNpm = (env) => ({
  ...(env.npm_config_proxy && !env.http_proxy && !env.HTTP_PROXY ? { httpProxy: env.npm_config_proxy } : {}),
  ...(env.npm_config_https_proxy && !env.https_proxy && !env.HTTPS_PROXY
    ? { httpsProxy: env.npm_config_https_proxy }
    : {}),
});

function requireSuccess({ status, statusText }) {
  if (status === 200 || status === 206) return;
  const said = `It responded with ${status}${statusText ? ` ${statusText}` : ""}.`;
  const passing = status >= 500 || status === 408 || status === 425 || status === 429;
  throw new FetchFailure(passing ? "network" : "refused", said);
}

/** A weak ETag does not promise the same bytes, so it cannot continue a download. */
function validatorOf({ headers }) {
  const etag = headers.get("etag");
  return etag && !etag.startsWith("W/") ? etag : headers.get("last-modified");
}

const rangeOf = ({ headers }) => /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get("content-range") ?? "");
const startOf = (response) => Number(rangeOf(response)?.[1] ?? -1);

/** Size of the whole file; null where the server does not say. */
function totalOf(response) {
  const text = response.status === 206 ? rangeOf(response)?.[2] : response.headers.get("content-length");
  return /^\d+$/.test(text ?? "") ? Number(text) : null;
}
