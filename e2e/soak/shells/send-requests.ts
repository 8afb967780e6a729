import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { createRandom, type Random } from "../../../electron/service/sample/seed/seeded-random.ts";

interface SendOptions {
  readonly port: number;
  readonly entrance: SessionHeaders;
  readonly count: number;
  readonly seed: number;
  /** Connections at a time. */
  readonly parallel: number;
}

/** The responses. */
interface Outcome {
  /** Number of responses by status; `closed` where the connection ended without one. */
  readonly statuses: Map<string, number>;
  /** Requests, as text, with neither a refusal nor a right response; the first 20. */
  readonly wrong: string[];
  /** Requests that were dropped before their end. */
  readonly aborted: number;
}

/** Milliseconds that a response may take before the connection is dropped: an incomplete request has none. */
const responseTimeoutMs = 400;

/** Sends malformed requests from a seed. */
export async function sendRequests(options: SendOptions): Promise<Outcome> {
  const random = createRandom(options.seed);
  const statuses = new Map<string, number>();
  const wrong: string[] = [];
  const state = { left: options.count, aborted: 0 };
  const worker = async () => {
    while (state.left-- > 0) {
      const request = malformedShellRequest(random, options.entrance);
      if (request.abortAt !== null) state.aborted++;
      const status = await send(options.port, request);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!isRight(status, request) && wrong.length < 20) {
        wrong.push(`${status} for ${JSON.stringify(request.bytes.subarray(0, 300).toString("latin1"))}`);
      }
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, worker));
  return { statuses, wrong, aborted: state.aborted };
}

/**
 * Returns whether a status is right: a refusal for all; an admitted request may also get a response, an interim one or
 * 501.
 */
function isRight(status: string, { isAdmitted }: ShellRequest): boolean {
  if (status === "closed" || /^4\d\d$/.test(status)) return true;
  return status === "100" || (isAdmitted && /^(2\d\d|30[34]|501|503)$/.test(status));
}

/** Resolves with the status of the response, or `closed`. */
function send(port: number, { bytes, abortAt }: ShellRequest): Promise<string> {
  return new Promise((resolve) => {
    let head = "";
    const socket = connect(port, "127.0.0.1", () => {
      if (abortAt === null) socket.write(bytes);
      else socket.write(bytes.subarray(0, abortAt), () => setTimeout(() => socket.destroy(), 1));
    });
    socket.setTimeout(responseTimeoutMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1");
      if (head.length >= 12) socket.destroy();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? "closed"));
  });
}

/** Headers that the browser shell admits. */
export interface SessionHeaders {
  /** Value of Host. */
  readonly host: string;
  /** `name=value`. */
  readonly cookie: string;
}

/** One request as bytes on a socket. */
interface ShellRequest {
  readonly bytes: Buffer;
  /** Bytes that are sent before the connection is dropped; null sends all and waits for the response. */
  readonly abortAt: number | null;
  /** Whether its Host and cookie are the right ones, so that anything but a refusal may be the response. */
  readonly isAdmitted: boolean;
}

const crlf = "\r\n";
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT"];
const oddMethods = [
  "get",
  "G ET",
  "",
  "PROPFIND",
  "M-SEARCH",
  "QUERY",
  "\u0000GET",
  "GETGETGETGETGETGET",
  "¡",
];
const paths = [
  "/",
  "/assets/none.js",
  "/-/settings",
  "/-/accounts",
  "/-/accounts/check",
  "/-/accounts/local/operations/projects?per_page=1",
  "/-/accounts/local/operations/projects/1/repository/commits",
  "/-/accounts/local/operations/projects/1/merge_requests",
  "/-/accounts/nobody/operations/user",
  "/-/documents/drafts/soak",
  "/-/documents/nothing/x",
  "/-/downloads",
  "/-/diagnostics",
  "/-/events",
  "/-/shell",
  "/-/shell/show-download",
  "/-/remote-image?url=http://127.0.0.1:1/",
  "/?key=guess",
];
const oddTargets = [
  "*",
  "//[",
  "/%",
  "/%00",
  "/%ff%fe",
  "/..%2f..%2fetc/passwd",
  "/\\..\\x",
  "http://evil.example/-/accounts",
  "http://[::1/",
  "evil.example:443",
  "/-/accounts/%2e%2e/operations/%2f",
  "/-/../-/settings",
  "",
  "/a b",
  "/é\u202e",
];
const versions = ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1.1", "http/1.1", "", "ICY"];
/** Headers that a parser accepts and the shell may refuse. */
const oddHeaders = [
  "content-encoding: gzip",
  "content-type: multipart/form-data; boundary=",
  "content-type: application/x-www-form-urlencoded",
  "expect: 100-continue",
  "expect: the unexpected",
  "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x",
  "origin: null",
  "origin: http://evil.example",
  "sec-fetch-site: cross-site",
  "sec-fetch-dest: script",
  "range: bytes=-1,0-0,5-2",
  'if-none-match: "',
  "helve-confirmation: %",
  "accept: */*;q=\u00ff",
];
/** Headers that no parser should accept. */
const brokenHeaders = [
  "content-length: -1",
  "content-length: 99999999999999999999",
  "content-length: 5\r\ncontent-length: 6",
  "content-length: 4\r\ntransfer-encoding: chunked",
  "transfer-encoding: chunked, identity",
  "transfer-encoding: \u000bchunked",
  "content-type: application/json; charset=\u0000",
  "no colon at all",
  ": no name",
  " folded: yes",
  "bad name\u0001: x",
  "cookie: \u00ff=\u0000",
];

/** Returns a random malformed, refused or unusual request. */
function malformedShellRequest(random: Random, { host, cookie }: SessionHeaders): ShellRequest {
  const rightHost = random.chance(0.8);
  const rightCookie = random.chance(0.7);
  const method = random.chance(0.85) ? random.pick(methods) : random.pick(oddMethods);
  const target = random.chance(0.7) ? random.pick(paths) : oddTarget(random);
  const version = random.chance(0.92) ? "HTTP/1.1" : random.pick(versions);
  const lines = [`${method} ${target} ${version}`];
  if (rightHost) lines.push(`host: ${host}`);
  else if (random.chance(0.7))
    lines.push(`host: ${random.pick(["", "127.0.0.1", "evil.example", `${host}.`, "\u0000"])}`);
  if (rightCookie) lines.push(`cookie: a=b; ${cookie}`);
  else if (random.chance(0.5)) lines.push(`cookie: ${cookie.slice(0, random.int(0, cookie.length - 1))}`);
  if (random.chance(0.5)) lines.push(`origin: http://${host}`);
  for (let count = random.int(0, 2); count > 0; count--) lines.push(random.pick(oddHeaders));
  if (random.chance(0.15)) lines.push(random.pick(brokenHeaders));
  if (random.chance(0.02))
    for (let index = 0; index < 400; index++) lines.push(`x-${index}: ${"y".repeat(60)}`);
  const body = oddBody(random);
  if (body.length > 0) lines.push(bodyHeader(random, body));
  lines.push("connection: close");
  const head = Buffer.from(lines.join(random.chance(0.95) ? crlf : "\n") + crlf + crlf, "latin1");
  const bytes = Buffer.concat([head, body]);
  const abortAt = random.chance(0.25) ? random.int(0, bytes.length) : null;
  return { bytes, abortAt, isAdmitted: rightHost && rightCookie };
}

function oddTarget(random: Random): string {
  if (random.chance(0.8)) return random.pick(oddTargets);
  const long =
    random.pick(["/-/documents/drafts/", "/-/accounts/", "/?"]) + "%41".repeat(random.int(100, 9_000));
  return random.chance(0.5)
    ? long
    : `/${noise(random, random.int(1, 40))
        .toString("latin1")
        .replace(/[\r\n ]/g, "")}`;
}

function oddBody(random: Random): Buffer {
  switch (random.int(0, 9)) {
    case 0:
      return Buffer.from("[".repeat(random.int(1, 50_000)));
    case 1:
      return Buffer.from('{"value":"\\ud800","network":{"proxy":7},"__proto__":{"x":1}}');
    case 2:
      return Buffer.from('{"accountId":"local","path":"/../../x","name":"../../x"}');
    case 3:
      return gzipSync(Buffer.alloc(random.int(1, 200_000)));
    case 4:
      return noise(random, random.int(1, 2_000));
    case 5:
      return Buffer.from(`--x\r\ncontent-disposition: form-data; name="file"\r\n\r\n${"z".repeat(100)}`);
    default:
      return Buffer.alloc(0);
  }
}

function bodyHeader(random: Random, body: Buffer): string {
  if (random.chance(0.1)) return "transfer-encoding: chunked";
  const length = random.chance(0.85) ? body.length : body.length + random.int(-5, 500);
  return `content-type: application/json${crlf}content-length: ${Math.max(0, length)}`;
}

const noise = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.int(0, 255)));
