import { gzipSync } from "node:zlib";
import type { Seeded } from "../../testing/seeded.ts";

/** Target of the requests. */
export interface Target {
  /** `127.0.0.1:port`. */
  readonly host: string;
  /** A developer's token. */
  readonly token: string;
  /** Path of a project, such as `team/project`. */
  readonly project: string;
  /** Hash of a commit in it. */
  readonly commit: string;
  /** Paths of the interface, as `/projects/:id/…`. */
  readonly templates: readonly [string, ...string[]];
}

/** Bytes to send over one connection. */
export interface RawRequest {
  readonly bytes: Buffer;
  readonly isComplete: boolean;
  /** Whether the connection breaks off after these bytes, instead of waiting for a response. */
  readonly breaksOff: boolean;
}

const hostile = [
  "..%2f..",
  "%00",
  "%ff%fe",
  "%",
  "a%2Fb",
  "-1",
  "99999999999999999999",
  "NaN",
  "'",
  "%0d%0aX:%20y",
  "%E2%80%AE",
] as const;

/** A request that is wrong in one or several ways, or by chance in none. */
export function malformedRequest(random: Seeded, target: Target): RawRequest {
  const isGit = random.chance(0.12);
  const method = random.chance(0.7)
    ? random.pick(isGit ? ["POST", "POST", "GET"] : ["GET", "POST", "PUT", "PATCH", "DELETE"])
    : random.pick(["HEAD", "OPTIONS", "TRACE", "CONNECT", "get", "GE T", "PROPFIND", "", "X".repeat(300)]);
  const body = method === "GET" && random.chance(0.8) ? Buffer.alloc(0) : bodyOf(random, target, isGit);
  const headers = headersOf(random, target, body, isGit);
  const line = `${method} ${pathOf(random, target, isGit)} ${random.chance(0.97) ? "HTTP/1.1" : random.pick(["HTTP/1.0", "HTTP/9.9", "HTTP", ""])}`;
  const head = Buffer.from(
    `${line}\r\n${headers.lines.join(random.chance(0.98) ? "\r\n" : "\n")}\r\n\r\n`,
    "latin1",
  );
  const bytes = Buffer.concat([head, headers.isChunked ? chunked(random, body) : body]);
  if (random.chance(0.3)) {
    return { bytes: bytes.subarray(0, random.below(bytes.length)), isComplete: false, breaksOff: true };
  }
  return { bytes, isComplete: headers.length === body.length && !headers.isChunked, breaksOff: false };
}

function pathOf(random: Seeded, { project, host, templates, commit }: Target, isGit: boolean): string {
  if (isGit) {
    const end = random.pick([
      "git-upload-pack",
      "git-receive-pack",
      "info/refs?service=git-upload-pack",
      "info/refs?service=git-receive-pack",
      "info/refs",
      "objects/info/packs",
    ]);
    return `/${random.chance(0.9) ? project : random.pick(hostile)}${random.chance(0.8) ? ".git" : ""}/${end}`;
  }
  const template = random.pick(templates);
  const filled = template.replace(/:\w+/g, (name) =>
    name === ":id" && random.chance(0.8)
      ? encodeURIComponent(project)
      : random.pick(["1", "main", commit, "README.md", random.pick(hostile)]),
  );
  const queries = [
    "",
    "",
    "?ref=main",
    "?per_page=-1&page=0",
    "?page=99999999999",
    "?ref[]=a&ref=b",
    `?${"a=b&".repeat(500)}`,
    "?%",
    "?from=main&to=main",
    "?path=../../x&ref=main",
  ] as const;
  const path = `/api/v4${filled}${random.pick(queries)}`;
  const odd = [
    `http://${host}${path}`,
    `http://evil.example${path}`,
    "*",
    "//",
    `${path}\\..`,
    "/../../etc/passwd",
    `/${"a".repeat(20_000)}`,
  ] as const;
  return random.chance(0.95) ? path : random.pick(odd);
}

function headersOf(random: Seeded, { host, token }: Target, body: Buffer, isGit: boolean) {
  const isChunked = random.chance(0.05);
  const length = random.chance(0.85)
    ? body.length
    : random.pick([0, 1, body.length + 7, 99_999_999_999, -1, Number.NaN]);
  const basic = Buffer.from(`x:${token}`).toString("base64");
  const lines = [
    `Host: ${random.chance(0.97) ? host : random.pick(["evil.example", "", "a b", `${host}, x`])}`,
    ...(random.chance(0.85) ? [isGit ? `Authorization: Basic ${basic}` : `Private-Token: ${token}`] : []),
    ...(random.chance(0.1)
      ? [`Authorization: ${random.pick(["Basic !!!", "Bearer", `Bearer ${"x".repeat(5000)}`, "Basic"])}`]
      : []),
    `Content-Type: ${random.pick(["application/json", "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "multipart/form-data", "application/x-git-receive-pack-request", "\xff", "text/plain; charset=utf-16"])}`,
    ...(random.chance(0.15)
      ? [`Content-Encoding: ${random.pick(["gzip", "gzip", "gzip", "br", "deflate", "gzip, gzip"])}`]
      : []),
    ...(isChunked ? ["Transfer-Encoding: chunked"] : [`Content-Length: ${length}`]),
    ...(random.chance(0.1)
      ? [
          random.pick([
            "Git-Protocol: version=2",
            "Git-Protocol: version=99; rm",
            "Range: bytes=5-2",
            "Range: bytes=0-0,5-9",
            "If-None-Match: *",
            "Expect: 100-continue",
            "Expect: x",
            "Upgrade: websocket",
            "Connection: upgrade",
            "Content-Length: 3",
            "Transfer-Encoding: gzip",
            " folded",
            "Bad Header: x",
            `X: ${"y".repeat(40_000)}`,
          ]),
        ]
      : []),
  ];
  return { lines, isChunked, length };
}

function bodyOf(random: Seeded, target: Target, isGit: boolean): Buffer {
  if (isGit) {
    const push = malformedPush(random, target.commit);
    return random.chance(0.2) ? broken(random, gzipSync(push)) : push;
  }
  const json = JSON.stringify({
    branch: random.pick(["main", "topic", "a..b", "", "x".repeat(500)]),
    commit_message: random.pick(["m", "", "\u0000", "x".repeat(5000)]),
    actions: [
      {
        action: random.pick(["create", "delete", "move", "explode"]),
        file_path: random.pick(["a", "../a", ".git/config", "\u0000", "a/".repeat(300)]),
        content: random.pick<unknown>(["x", null, 7]),
      },
    ],
    tag_name: "t",
    ref: random.pick(["main", "-x", "main:a", "@{-1}"]),
    name: random.pick(["main", `${"*a".repeat(100)}b`, 7]),
  });
  const bodies = [
    () => Buffer.from(json),
    () => Buffer.from(json.slice(0, random.below(json.length))),
    () => random.bytes(random.below(300)),
    () => Buffer.from("[".repeat(random.below(50_000))),
    () => broken(random, gzipSync(json)),
    () => gzipSync(Buffer.alloc(1_000_000)),
    () =>
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--b${random.chance(0.5) ? "--" : ""}\r\n`,
      ),
    () => Buffer.from(`${"a[b]".repeat(random.below(500))}=c&branch=main`),
  ] as const;
  return random.pick<() => Buffer>(bodies)();
}

/** Changes a byte, cuts the end off, or leaves all as it is. */
function broken(random: Seeded, bytes: Buffer): Buffer {
  if (random.chance(0.3)) return bytes.subarray(0, random.below(bytes.length));
  if (random.chance(0.5)) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

/** A body in chunks, some of them without a length. */
function chunked(random: Seeded, body: Buffer): Buffer {
  const size = random.chance(0.5) ? body.length.toString(16) : random.pick(["zz", "-1", "ffffffffffff", ""]);
  return Buffer.concat([
    Buffer.from(`${size}\r\n`),
    body,
    Buffer.from(random.chance(0.7) ? "\r\n0\r\n\r\n" : "\r\n"),
  ]);
}

const zero = "0".repeat(40);

/** The body of a push or a fetch with slightly malformed lines. Nothing in it may move `main`. */
function malformedPush(random: Seeded, commit: string): Buffer {
  const hash = () =>
    random.pick([commit, commit.toUpperCase(), zero, "f".repeat(40), commit.slice(1), "g".repeat(40)]);
  const ref = () =>
    random.pick([
      "refs/heads/main",
      "refs/heads/main",
      "refs/heads/../main",
      "HEAD",
      "refs/keep-around/x",
      "refs/heads/a b",
      "refs/heads/main\0",
      `refs/heads/${"x".repeat(3000)}`,
    ]);
  const capabilities = random.pick([
    "\0 report-status",
    "\0report-status side-band-64k push-options",
    "",
    "\0\0",
    "\0 atomic object-format=sha256",
  ]);
  const line = () =>
    random.pick<() => string>([
      () => `${hash()} ${hash()} ${ref()}${capabilities}`,
      () => `${hash()} ${hash()} ${ref()}\n${commit} ${zero} refs/heads/main${capabilities}`,
      () => `want ${hash()}${random.chance(0.5) ? " multi_ack side-band-64k" : ""}\n`,
      () => `have ${hash()}\n`,
      () => "command=ls-refs\n",
      () => "command=fetch",
      () => `push-cert${capabilities}\n`,
      () => `shallow ${hash()}`,
      () => "done\n",
      () => "filter blob:none",
      () => "deepen 99999999999",
    ])();
  const lines = Array.from({ length: 1 + random.below(4) }, () => packet(random, line()));
  const end = random.pick(["0000", "0001", "0002", "0009done\n", "", "00000009done\n"]);
  const pack = random.chance(0.4)
    ? Buffer.concat([Buffer.from("PACK\0\0\0\x02\0\0\0\x01"), random.bytes(40)])
    : "";
  return Buffer.concat([...lines, Buffer.from(end), Buffer.from(pack)]);
}

/** A pkt-line; its length is sometimes wrong. */
function packet(random: Seeded, text: string): Buffer {
  const right = (Buffer.byteLength(text) + 4).toString(16).padStart(4, "0");
  const length = random.chance(0.85)
    ? right
    : random.pick(["ffff", "0003", "0004", "zzzz", right.toUpperCase(), "-001", "+03f"]);
  return Buffer.from(length + text);
}
