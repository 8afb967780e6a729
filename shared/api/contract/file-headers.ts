/** Values of a file's headers (Repository files). */
interface FileHeaders {
  readonly blobId: string | null;
  readonly commitId: string | null;
  readonly lastCommitId: string | null;
  readonly contentSha256: string | null;
  readonly encoding: string | null;
  readonly fileName: string | null;
  readonly filePath: string | null;
  readonly ref: string | null;
  /** Bytes. */
  readonly size: number | null;
  /** Null where the service does not report it (before 14.9). */
  readonly executable: boolean | null;
}

const suffixes = {
  blobId: "blob-id",
  commitId: "commit-id",
  lastCommitId: "last-commit-id",
  contentSha256: "content-sha256",
  encoding: "encoding",
  fileName: "file-name",
  filePath: "file-path",
  ref: "ref",
  size: "size",
  executable: "execute-filemode",
} as const;

/** Prefixes of the headers that the local service writes: the documents' and that of real services. */
const written = ["X-Service-", "X-Gitlab-"];

/** Reads file headers by their suffix, whatever the service puts before it (docs/compatibility.md, 3). */
export function readFileHeaders(headers: Headers): FileHeaders {
  const found = new Map<string, string>();
  headers.forEach((value, name) => {
    const suffix = /^x-[a-z]+-(.+)$/.exec(name.toLowerCase())?.[1];
    if (suffix) found.set(suffix, fromLatin1(value));
  });
  const text = (field: keyof typeof suffixes) => found.get(suffixes[field]) ?? null;
  const size = text("size");
  const executable = text("executable");
  return {
    blobId: text("blobId"),
    commitId: text("commitId"),
    lastCommitId: text("lastCommitId"),
    contentSha256: text("contentSha256"),
    encoding: text("encoding"),
    fileName: text("fileName"),
    filePath: text("filePath"),
    ref: text("ref"),
    size: size === null ? null : Number(size),
    executable: executable === null ? null : executable === "true",
  };
}

/** Writes file headers; text beyond Latin-1 is sent as its raw UTF-8 bytes, as real services do. */
export function writeFileHeaders(headers: Headers, file: Partial<FileHeaders>): void {
  for (const [field, suffix] of Object.entries(suffixes)) {
    const value = file[field as keyof FileHeaders];
    if (value === null || value === undefined) continue;
    for (const prefix of written) headers.set(prefix + suffix, toLatin1(String(value)));
  }
}

/** Replaces control characters, which file names may have and headers may not, with spaces. */
const toLatin1 = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => (byte < 32 || byte === 127 ? " " : String.fromCharCode(byte)))
    .join("");

/** Decodes a header value, whose characters are bytes, as UTF-8 where it is valid. */
function fromLatin1(value: string): string {
  try {
    const bytes = Uint8Array.from(value, (char) => {
      const code = char.charCodeAt(0);
      if (code > 255) throw new TypeError("not bytes");
      return code;
    });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}
