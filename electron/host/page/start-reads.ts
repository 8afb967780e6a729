import { z } from "zod";
import { hostParameters, operationsPath } from "../../../shared/host/accounts.ts";
import { type ReadFirst, type StartResponse, startHeader } from "../../../shared/host/start-data.ts";
import { readJsonFile, writeJsonFile } from "../storage/private-file.ts";

/** Addresses that are remembered, and reads of each. */
const maxAddresses = 200;
const maxReads = 24;
/** Bytes of all bodies that the HTML of a page has. */
const maxBytes = 200_000;
/** Milliseconds for which a response that was requested ahead waits for the page. */
const maxWaitMs = 5_000;
/** Milliseconds for which the HTML of an address that is opened for the first time waits for its reads. */
const maxFirstMs = 30;
const writeDelayMs = 2_000;

const remembered = z.record(z.string(), z.array(z.string()));

interface Ahead {
  readonly response: Promise<Response>;
  readonly drop: () => void;
}

interface StartReadsParts {
  /** Responds to a request of the page. */
  readonly respond: (request: Request) => Promise<Response>;
  /** Returns whether a GET of an account's operation, without its query, changes nothing. */
  readonly isRead: (account: string, path: string) => boolean;
}

/**
 * The reads that the page began with at an address when it was last opened there, in `start-reads.json`. When it is opened
 * again, its HTML has those responses that are cached, and all of them are requested before the page can. At an address that
 * is not known, those are requested that the page declares (`firstReads` of its view). Reads of the address's own account alone,
 * where it has one.
 */
export class StartReads {
  readonly #path: string;
  readonly #respond: StartReadsParts["respond"];
  readonly #isRead: StartReadsParts["isRead"];
  /** By address, the one that was opened last at the end. */
  readonly #reads: Map<string, string[]>;
  /** Addresses that were opened, whose page has sent nothing yet. */
  readonly #opened = new Set<string>();
  readonly #ahead = new Map<string, Ahead>();
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, { respond, isRead }: StartReadsParts) {
    this.#path = path;
    this.#respond = respond;
    this.#isRead = isRead;
    this.#reads = new Map(Object.entries(readJsonFile(path, remembered) ?? {}));
  }

  /** Responds to a request of the page, with the response that was requested ahead where there is one. */
  async respond(request: Request): Promise<Response> {
    const address = request.method === "GET" ? request.headers.get(startHeader) : null;
    if (address === null) return this.#respond(request);
    const { pathname, search } = new URL(request.url);
    const path = pathname + search;
    this.#remember(address, path);
    const ahead = this.#ahead.get(path);
    if (!ahead) return this.#respond(request);
    this.#ahead.delete(path);
    return ahead.response.catch(() => this.#respond(request));
  }

  /**
   * Returns responses for the page at an address, and requests all that it will request: those that are cached, or of an
   * address that is opened for the first time those of the reads of `readFirst` that are there soon.
   */
  async open(address: string, readFirst?: ReadFirst): Promise<StartResponse[]> {
    const paths = this.#reads.get(address) ?? [];
    this.#opened.add(address);
    const found =
      paths.length === 0 && readFirst
        ? await this.#first(address, readFirst)
        : await Promise.all(paths.map((path) => this.#cached(path)));
    // The page's HTML is sent first.
    setImmediate(() => {
      for (const path of paths) this.#request(path);
    });
    let bytes = 0;
    return found.filter((response) => {
      if (!response || bytes + response.body.length > maxBytes) return false;
      bytes += response.body.length;
      return true;
    }) as StartResponse[];
  }

  /** Forgets the addresses of an account that was removed. */
  forgetAccount(id: string): void {
    for (const [address, paths] of this.#reads) {
      if (accountOf(address) === id) this.#reads.delete(address);
      else
        this.#reads.set(
          address,
          paths.filter((path) => accountOfRead(path) !== id),
        );
    }
    this.#save();
  }

  close(): void {
    for (const { drop } of this.#ahead.values()) drop();
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#write();
  }

  #remember(address: string, path: string): void {
    if (!this.#isOf(address, path)) return;
    const known = this.#opened.delete(address) ? [] : (this.#reads.get(address) ?? []);
    this.#reads.delete(address);
    this.#reads.set(address, known);
    if (known.length < maxReads && !known.includes(path)) known.push(path);
    for (const oldest of this.#reads.keys()) {
      if (this.#reads.size <= maxAddresses) break;
      this.#reads.delete(oldest);
    }
    this.#save();
  }

  /** Returns whether a path is a read of a page at an address. */
  #isOf(address: string, path: string): boolean {
    const account = accountOfRead(path);
    const own = accountOf(address);
    if (account === null || (own !== null && own !== account)) return false;
    const [call = ""] = path.slice(operationsPath(account).length).split("?");
    // Neither what has an effect, nor what says where the response is from.
    return (
      this.#isRead(account, call) &&
      ![hostParameters.pin, hostParameters.cache].some((name) => path.includes(name))
    );
  }

  /** Makes the reads that a page declares, and returns the responses that are there soon; the page gets the others later. */
  async #first(address: string, readFirst: ReadFirst): Promise<StartResponse[]> {
    const found: StartResponse[] = [];
    const read = async (path: string): Promise<unknown> => {
      if (!this.#isOf(address, path)) throw new Error(`${path} is no read of ${address}`);
      this.#request(path);
      // The page's own request takes the response itself.
      const response = await this.#ahead.get(path)?.response.then((one) => one.clone());
      const json = response && (await jsonOf(path, response));
      if (!json) throw new Error(`${path} has no response`);
      found.push(json);
      return JSON.parse(json.body);
    };
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    setTimeout(end, maxFirstMs);
    // What fails is requested again by the page, which shows it.
    void readFirst(address, read).then(
      () => end(),
      () => end(),
    );
    await isOver;
    return [...found];
  }

  /** Returns the cached JSON of a path; undefined where there is none. */
  async #cached(path: string): Promise<StartResponse | undefined> {
    const url = new URL(path, "http://host");
    url.searchParams.set(hostParameters.cache, "only");
    const response = await this.#respond(new Request(url)).catch(() => undefined);
    return response && jsonOf(path, response);
  }

  #request(path: string): void {
    if (this.#ahead.has(path)) return;
    const controller = new AbortController();
    const response = this.#respond(new Request(new URL(path, "http://host"), { signal: controller.signal }));
    const drop = () => {
      this.#ahead.delete(path);
      controller.abort();
      response.then(({ body }) => body?.cancel()).catch(() => undefined);
    };
    const ahead = { response, drop };
    this.#ahead.set(path, ahead);
    response.catch(() => undefined);
    setTimeout(() => this.#ahead.get(path) === ahead && drop(), maxWaitMs).unref();
  }

  #save(): void {
    this.#timer ??= setTimeout(() => this.#write(), writeDelayMs);
  }

  #write(): void {
    this.#timer = undefined;
    try {
      writeJsonFile(this.#path, Object.fromEntries(this.#reads));
    } catch {
      // As on a full disk: the next start is as slow as the first.
    }
  }
}

/** Returns a JSON response in the form in which the page gets it; undefined for any other. */
async function jsonOf(path: string, response: Response): Promise<StartResponse | undefined> {
  if (!response.ok || !response.headers.get("content-type")?.startsWith("application/json")) {
    void response.body?.cancel();
    return undefined;
  }
  return { path, headers: Object.fromEntries(response.headers), body: await response.text() };
}

/** Returns the account of a read of an operation; null for any other request. */
function accountOfRead(path: string): string | null {
  const account = accountOf(path, /^\/accounts\/([^/?#]+)\/operations\//);
  return account !== null && path.startsWith(operationsPath(account)) ? account : null;
}

/** Returns the account of an address; null where it has none. */
function accountOf(address: string, form = /^\/a\/([^/?#]+)/): string | null {
  try {
    const [, account] = form.exec(address) ?? [];
    return account === undefined ? null : decodeURIComponent(account);
  } catch {
    return null;
  }
}
