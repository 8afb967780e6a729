import { textsFor } from "./hostile-texts.ts";
import type { CostCase } from "./operation-cases.ts";

const nothing = Buffer.alloc(0);
const maxHeaderBytes = 30 * 1024;
const maxBodyBytes = 64 * 1024;

/** Headers that the service, its server or git reads. */
const headers = [
  "Accept",
  "Accept-Encoding",
  "Authorization: Basic",
  "Authorization: Bearer",
  "Authorization",
  "Connection",
  "Content-Encoding",
  "Content-Type",
  "Content-Type: multipart/form-data; boundary=",
  "Cookie",
  "Expect",
  "Git-Protocol",
  "Host",
  "If-None-Match",
  "If-Range",
  "Link",
  "Origin",
  "Private-Token",
  "Range: bytes=",
  "Range",
  "Sec-Fetch-Site",
  "Sudo",
  "Transfer-Encoding",
  "Upgrade",
  "User-Agent",
  "X-Forwarded-For",
] as const;

/** Routes that read different headers: JSON, bytes, a write, a fetch and a picture. */
const targets = (project: string) =>
  [
    ["GET", "/api/v4/projects/1"],
    ["GET", "/api/v4/projects/1/repository/files/README.md/raw?ref=main"],
    ["POST", "/api/v4/projects/1/repository/branches"],
    ["GET", `/${project}.git/info/refs?service=git-upload-pack`],
    ["GET", "/uploads/-/system/user/avatar/1/a.png"],
  ] as const;

/** Returns the costs to try of headers. */
export const headerCases = (token: string, project: string): CostCase[] =>
  targets(project).flatMap(([method, target], index) =>
    headers.flatMap((header, at) =>
      textsFor(index + at)
        .filter(({ make }) => /^[\t\x20-\x7e\xe9]+$/.test(make(9)))
        .map((text) => ({
          name: `${method} ${target.replace(/\?.*/, "")}: header ${header} of ${text.name}`,
          maxBytes: maxHeaderBytes,
          request: (bytes: number) => {
            const name = header.includes(":") ? `${header} ` : `${header}: `;
            const own = header.startsWith("Authorization") || header === "Private-Token";
            const lines = [...(own ? [] : [`Private-Token: ${token}`]), `${name}${text.make(bytes)}`];
            return { method, target, headers: lines, body: nothing };
          },
        })),
    ),
  );

/** Returns the costs to try of targets that no operation has. */
export const targetCases = (): CostCase[] =>
  [
    "/",
    "/api/v4/",
    "/api/v4/projects/",
    "/api/v4/projects/1/repository/",
    "/uploads/-/system/user/avatar/1/",
    "/x.git/",
    "/api/v4/version?private_token=",
    "/api/v4/version?sudo=",
    "/open/p.git/info/refs?service=",
  ].flatMap((start, at) =>
    textsFor(at).map((text) => ({
      name: `target ${start} of ${text.name}`,
      maxBytes: maxHeaderBytes,
      request: (bytes: number) => ({
        method: "GET",
        target:
          start +
          text
            .make(bytes)
            .replace(/[^\x21-\x7e]/g, "%0a")
            .slice(0, bytes),
        headers: [],
        body: nothing,
      }),
    })),
  );

const zero = "0".repeat(40);
const packet = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, "0")}${text}`;
const fill = (piece: string, bytes: number) => piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));

/** Bodies of fetches and pushes by what they consist of. */
const pktLines: readonly [string, (bytes: number) => string][] = [
  ["wants", (bytes) => `${fill(packet(`want ${"1".repeat(40)}\n`), bytes)}0000`],
  ["haves", (bytes) => `0000${fill(packet(`have ${"1".repeat(40)}\n`), bytes)}0009done\n`],
  ["shallow lines", (bytes) => `${fill(packet(`shallow ${"1".repeat(40)}\n`), bytes)}0000`],
  [
    "commands",
    (bytes) => `${fill(packet(`${zero} ${"1".repeat(40)} refs/heads/a\0 report-status`), bytes)}0000`,
  ],
  ["commands on one ref", (bytes) => `${fill(packet(`${zero} ${zero} refs/heads/main`), bytes)}0000`],
  [
    "a long ref",
    (bytes) =>
      `${packet(`${zero} ${"1".repeat(40)} refs/heads/${fill("a/", Math.min(bytes, 60_000))}\0 report-status`)}0000`,
  ],
  [
    "capabilities",
    (bytes) =>
      `${packet(`${zero} ${"1".repeat(40)} refs/heads/a\0 ${fill("agent=a ", Math.min(bytes, 60_000))}`)}0000`,
  ],
  ["empty lines", (bytes) => fill("0004", bytes)],
  ["short lines", (bytes) => fill("0005a", bytes)],
  ["flushes", (bytes) => fill("0000", bytes)],
  ["a line without an end", (bytes) => `fff0${fill("a", bytes)}`],
  [
    "protocol 2",
    (bytes) => `0014command=ls-refs\n0001${fill(packet("ref-prefix refs/heads/a\n"), bytes)}0000`,
  ],
];

/** Returns the costs to try of git over HTTP, by those who may and those who may not; also in chunks of one byte. */
export const gitCases = (token: string, project: string): CostCase[] => {
  const basic = `Authorization: Basic ${Buffer.from(`x:${token}`).toString("base64")}`;
  return ["git-upload-pack", "git-receive-pack"].flatMap((tool) =>
    [[basic], [basic, "Git-Protocol: version=2"], []].flatMap((by) =>
      pktLines.flatMap(([name, make]) =>
        [false, true].map((inBytes) => ({
          name: `${tool}${by.length === 0 ? " without a token" : ""}${by.length > 1 ? " in version 2" : ""}: ${name}${inBytes ? ", each byte in a chunk" : ""}`,
          maxBytes: inBytes ? maxBodyBytes * 6 : maxBodyBytes,
          request: (bytes: number) => {
            const body = Buffer.from(make(inBytes ? bytes / 6 : bytes), "latin1");
            return {
              method: "POST",
              target: `/${project}.git/${tool}`,
              headers: [
                ...by,
                `Content-Type: application/x-${tool}-request`,
                inBytes ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`,
              ],
              body: inBytes ? inChunks(body) : body,
            };
          },
        })),
      ),
    ),
  );
};

const inChunks = (bytes: Buffer): Buffer =>
  Buffer.from(
    `${[...bytes].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join("")}0\r\n\r\n`,
    "latin1",
  );
