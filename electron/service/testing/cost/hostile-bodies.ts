import { gzipSync } from "node:zlib";

/** A kind of body that no operation wants, of about a number of bytes; `field` is the name of one that it does. */
interface HostileBody {
  readonly name: string;
  readonly headers: readonly string[];
  readonly make: (bytes: number, field: string) => Buffer;
}

const json = "Content-Type: application/json";
const form = "Content-Type: application/x-www-form-urlencoded";
const multipart = "Content-Type: multipart/form-data; boundary=";

const fill = (piece: string, bytes: number): string =>
  piece.repeat(Math.max(1, Math.floor(bytes / piece.length)));
const numbered = (bytes: number, piece: (index: number) => string): string => {
  const count = Math.max(1, Math.floor(bytes / piece(100_000).length));
  return Array.from({ length: count }, (_, index) => piece(index)).join("");
};
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Texts by what they are, with the headers that they are sent with. */
const texts: readonly [string, string, (bytes: number, field: string) => string][] = [
  ["JSON of open lists", json, (bytes) => fill("[", bytes)],
  ["JSON of open objects", json, (bytes) => fill('{"a":', bytes)],
  ["JSON of empty lists", json, (bytes, field) => `{"${field}":[${fill("[],", bytes)}1]}`],
  [
    "JSON of lists in lists",
    json,
    (bytes, field) => `{"${field}":${fill("[", bytes / 2)}${fill("]", bytes / 2)}}`,
  ],
  ["JSON of objects", json, (bytes, field) => `{"${field}":[${fill('{"a":1},', bytes)}1]}`],
  ["JSON of many names", json, (bytes) => `{${numbered(bytes, (index) => `"k${index}":1,`)}"a":1}`],
  [
    "JSON of many kinds of objects",
    json,
    (bytes, field) => `{"${field}":[${numbered(bytes, (index) => `{"k${index}":1},`)}1]}`,
  ],
  ["JSON of one name many times", json, (bytes, field) => `{${fill(`"${field}":1,`, bytes)}"a":1}`],
  [
    "JSON of names that are numbers",
    json,
    (bytes) => `{${numbered(bytes, (index) => `"${index * 65_536}":1,`)}"a":1}`,
  ],
  [
    "JSON of names that are large numbers",
    json,
    (bytes) => `{${numbered(bytes, (index) => `"${4_294_967_295 + index * 1_048_576}":1,`)}"a":1}`,
  ],
  ["JSON of a long number", json, (bytes, field) => `{"${field}":${fill("9", bytes)}}`],
  ["JSON of a long fraction", json, (bytes, field) => `{"${field}":0.${fill("1", bytes)}e-9}`],
  ["JSON of escapes", json, (bytes, field) => `{"${field}":"${fill("\\u0041", bytes)}"}`],
  ["JSON of quotes", json, (bytes, field) => `{"${field}":"${fill('\\"', bytes)}"}`],
  ["JSON of backslashes without an end", json, (bytes, field) => `{"${field}":"${fill("\\\\", bytes)}`],
  ["JSON of spaces", json, (bytes) => `{${fill(" ", bytes)}}`],
  ["JSON of prototypes", json, (bytes) => `{${fill('"__proto__":{"a":1},', bytes)}"a":1}`],
  ["form of open brackets", form, (bytes, field) => `${field}${fill("[", bytes)}=1`],
  ["form of brackets", form, (bytes, field) => `${field}${fill("[a]", bytes)}=1`],
  ["form of lists", form, (bytes, field) => `${field}${fill("[]", bytes)}=1`],
  ["form of encoded brackets", form, (bytes, field) => `${field}${fill("%5B", bytes)}=1`],
  ["form of entries", form, (bytes, field) => fill(`${field}[]=1&`, bytes)],
  ["form of objects", form, (bytes, field) => fill(`${field}[][a]=1&`, bytes)],
  ["form of nested objects", form, (bytes, field) => fill(`${field}[][a][b][][c]=1&`, bytes)],
  ["form of many names", form, (bytes) => numbered(bytes, (index) => `k${index}=1&`)],
  ["form of many keys", form, (bytes, field) => numbered(bytes, (index) => `${field}[k${index}]=1&`)],
  ["form of separators", form, (bytes) => fill("&", bytes)],
  ["form of percent signs", form, (bytes, field) => `${field}=${fill("%", bytes)}`],
  [
    "multipart of parts",
    `${multipart}b`,
    (bytes) => `${numbered(bytes, (index) => part(`k${index}`, "1"))}--b--\r\n`,
  ],
  [
    "multipart of brackets",
    `${multipart}b`,
    (bytes, field) => `${part(`${field}${fill("[a]", bytes)}`, "1")}--b--\r\n`,
  ],
  [
    "multipart of open brackets",
    `${multipart}b`,
    (bytes, field) => `${part(`${field}${fill("[", bytes)}`, "1")}--b--\r\n`,
  ],
  ["multipart of boundaries", `${multipart}b`, (bytes) => fill("--b\r\n", bytes)],
  ["multipart of dashes", `${multipart}${"-".repeat(60)}b`, (bytes) => fill("-", bytes)],
  [
    "multipart of headers",
    `${multipart}b`,
    (bytes) => `--b\r\n${numbered(bytes, (index) => `X-${index}: a\r\n`)}\r\n1\r\n--b--\r\n`,
  ],
  [
    "multipart of a long header",
    `${multipart}b`,
    (bytes) => `--b\r\nContent-Disposition: form-data; name="${fill("\\", bytes)}"\r\n\r\n1\r\n--b--\r\n`,
  ],
  [
    "multipart of a header of parameters",
    `${multipart}b`,
    (bytes) => `--b\r\nContent-Disposition: form-data${fill("; a=b", bytes)}\r\n\r\n1\r\n--b--\r\n`,
  ],
  [
    "multipart without an end",
    `${multipart}b`,
    (bytes, field) =>
      `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${fill("\r\n--", bytes)}`,
  ],
  ["bytes without a type", "X-None: 1", (bytes) => fill("\u0000", bytes)],
];

export const hostileBodies: readonly HostileBody[] = [
  ...texts.map(
    ([name, header, make]): HostileBody => ({
      name,
      headers: [header],
      make: (bytes, field) => Buffer.from(make(bytes, field)),
    }),
  ),
  ...(
    [
      ["JSON", json, "[", 900],
      ["form", form, "a[b]", 900],
      ["form", form, "a[]=1&", 700],
      ["JSON", json, "[],", 300],
    ] as const
  ).map(
    ([kind, header, piece, ratio]): HostileBody => ({
      name: `gzip of ${kind} of ${piece}`,
      headers: [header, "Content-Encoding: gzip"],
      // What is sent has a fraction of the bytes that are unpacked: a megabyte from one kilobyte.
      make: (bytes) => gzipSync(fill(piece, bytes * ratio), { level: 9 }),
    }),
  ),
];
