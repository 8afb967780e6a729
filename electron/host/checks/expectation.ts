import { readFileHeaders } from "../../../shared/api/contract/file-headers.ts";
import { getRawFile } from "../../../shared/api/resources/files.ts";
import { getJobArtifacts, getRefArtifacts } from "../../../shared/api/resources/job-artifacts.ts";
import { getArchive } from "../../../shared/api/resources/repository.ts";
import {
  type BodyCheck,
  BodyDefect,
  ContentCheck,
  GitBlobCheck,
  LimitCheck,
  limitsOf,
  Sha256Check,
  SizeCheck,
  startBytes,
  WebPageCheck,
} from "./body-check.ts";
import { type JsonCall, kindCheck, wholeKindCheck } from "./kind-check.ts";

/** Fields of a request by which its response is checked. */
interface ExpectedRequest extends JsonCall {
  /** Raw path and query below `/api/v4`. */
  readonly path: string;
  /** Git's id of the requested blob, where that is a whole hash. */
  readonly blobId: string | null;
}

/** Known properties of a body before it arrives. */
export interface Expectation {
  readonly check: BodyCheck;
  /** Whether the check alone proves that nothing is missing. */
  readonly proves: boolean;
  /** Total bytes, where they are known. */
  readonly size: number | null;
  /** Whether a hash of the body is known. */
  readonly isHashed: boolean;
  /** Value of the JSON after it was checked, where the check has parsed it; undefined elsewhere. */
  readonly value?: () => unknown;
  /** Leading bytes that show whether the body may be the requested one; 0 where the headers do. */
  readonly start: number;
}

/**
 * Returns what a valid response to a call contains, by the contract, its headers and, where a hash names it, its
 * address. `length` is the number of bytes that the connection promised, null where it did not; `isRedirected`: a
 * redirect was followed. Throws
 * {@link BodyDefect} where the headers alone show that it is not valid.
 */
export function expectationOf(
  call: ExpectedRequest,
  headers: Headers,
  length: number | null,
  isRedirected: boolean,
): Expectation {
  const { response } = call.operation;
  const type = headers.get("content-type");
  const size = agreed(headers, "size", sizeHeader);
  const sha256 = agreed(headers, "content-sha256", sha256Header);
  const hashes = (contentSize: number | null): BodyCheck[] => [
    ...(sha256 && /^[0-9a-f]{64}$/i.test(sha256) ? [new Sha256Check(sha256)] : []),
    ...(call.blobId ? [new GitBlobCheck(call.blobId, contentSize)] : []),
  ];
  const named = hashes(null).length > 0;
  const lengthCheck = length === null ? [] : [new SizeCheck(length)];
  if (response.kind === "json") {
    if (type !== null && !/json/i.test(type)) throw otherType();
    const content = named ? [new FileContentCheck(hashes)] : [];
    const exchange = { isRead: true, isRedirected };
    // What is passed on as it arrives is checked byte by byte.
    const whole = response.streamed ? null : wholeKindCheck(call, exchange);
    return {
      check: all([
        new LimitCheck(limitsOf(call.operation)),
        whole ?? kindCheck(call, exchange),
        ...content,
        ...lengthCheck,
      ]),
      proves: true,
      size: length,
      isHashed: named,
      value: () => whole?.value,
      start: 0,
    };
  }
  const other = findOtherFile(call, headers);
  if (other !== null) throw new BodyDefect(`is of another file than requested: ${other.slice(0, 100)}`);
  const bytes = size !== null && /^\d{1,15}$/.test(size) ? Number(size) : null;
  // Services send a file with its size, though no document says so. Without it, a response that has no type, or that of
  // an error, is something else.
  if (bytes === null && call.operation.path === getRawFile.path && !isFileType(type, call.path)) {
    throw new BodyDefect("lacks the headers of a file");
  }
  if (archives.has(call.operation.path) && /json/i.test(type ?? "")) throw otherType();
  // Logs and snippets are text; data in their place reports an error, or belongs to another request.
  if (response.kind === "text" && /json/i.test(type ?? "")) throw otherType();
  const proves = named || bytes !== null;
  const mayBePage = proves || /(\.|%2E)x?html?$/i.test(call.path.split("?")[0] ?? "");
  if (!mayBePage && isHtml(type)) throw otherType();
  const start = mayBePage || type !== null ? 0 : startBytes;
  // An empty file says so in its headers; those of artifacts have none, and a trace may be empty.
  const mayBeEmpty = proves || response.kind !== "bytes" || call.operation.path.includes("/artifacts/");
  const sizeCheck = [
    ...(bytes === null ? [] : [new SizeCheck(bytes)]),
    ...(mayBeEmpty ? [] : [new ContentCheck()]),
    ...(start > 0 ? [new WebPageCheck()] : []),
  ];
  return {
    check: all([...sizeCheck, ...lengthCheck, ...hashes(bytes ?? length)]),
    proves,
    size: bytes ?? length,
    isHashed: named,
    start,
  };
}

/**
 * Returns the other file that the headers name, null where it is the requested one. Services encode names beyond plain
 * ASCII in several ways, so that these are not compared.
 */
export function findOtherFile({ input }: Pick<JsonCall, "input">, headers: Headers): string | null {
  const { filePath } = readFileHeaders(headers);
  const { file_path: asked } = input;
  const isPlain = (path: string) => /^[\x21-\x24\x26-\x7e]+$/.test(path);
  if (filePath === null || typeof asked !== "string" || !isPlain(filePath) || !isPlain(asked)) return null;
  return filePath === asked ? null : filePath;
}

/** Paths of responses that are JSON only for errors. */
const archives = new Set<string>([getArchive.path, getJobArtifacts.path, getRefArtifacts.path]);

/** Returns whether a content type can be that of a raw file. */
const isFileType = (type: string | null, path: string): boolean =>
  type !== null && (!/json/i.test(type) || /json\/raw$/i.test(path.split("?")[0] ?? ""));

/** Returns whether a content type is a web page's: a login page or a captive portal instead of data. */
export const isHtml = (type: string | null): type is string =>
  /^\s*(text\/html|application\/xhtml)/i.test(type ?? "");

/** Throws {@link BodyDefect} where `bytes` are not what {@link expectationOf} describes. */
export function checkWhole({ check }: Pick<Expectation, "check">, bytes: Uint8Array): void {
  check.chunk(bytes);
  check.end();
}

const otherType = () => new BodyDefect("is of another type than requested", true);

const sizeHeader = /^x-[a-z]+-size$/;
const sha256Header = /^x-[a-z]+-content-sha256$/;

/**
 * Returns a file header's value, whatever the service puts before its suffix (docs/compatibility.md, 3); null where
 * it is not sent. Throws {@link BodyDefect} where it is sent twice with different values.
 */
function agreed(headers: Headers, suffix: string, header: RegExp): string | null {
  const found = new Set<string>();
  for (const [name, value] of headers) {
    if (header.test(name)) for (const one of value.split(",")) found.add(one.trim());
  }
  if (found.size > 1) throw new BodyDefect(`has two values for its ${suffix}`);
  return [...found][0] ?? null;
}

function all(checks: readonly BodyCheck[]): BodyCheck {
  return {
    chunk: (bytes) => {
      for (const check of checks) check.chunk(bytes);
    },
    end: () => {
      for (const check of checks) check.end();
    },
  };
}

/** Bytes of a JSON body that are buffered to check its content; of larger ones only the syntax is checked. */
const maxBufferedBytes = 32 * 1024 * 1024;

/** Checks the Base64 `content` of a JSON body against the checks that `checksFor` returns for its number of bytes. */
class FileContentCheck implements BodyCheck {
  readonly #checksFor: (size: number) => readonly BodyCheck[];
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(checksFor: (size: number) => readonly BodyCheck[]) {
    this.#checksFor = checksFor;
  }

  chunk(bytes: Uint8Array): void {
    this.#size += bytes.byteLength;
    if (this.#size <= maxBufferedBytes) this.#chunks.push(bytes);
    else this.#chunks = [];
  }

  end(): void {
    if (this.#size > maxBufferedBytes) return;
    const value: unknown = JSON.parse(
      Buffer.concat(this.#chunks)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
    );
    if (value === null || typeof value !== "object" || !("content" in value)) {
      throw new BodyDefect("has no content");
    }
    const { content } = value;
    if (typeof content !== "string" || !("encoding" in value) || value.encoding !== "base64") return;
    const decoded = Buffer.from(content, "base64");
    for (const check of this.#checksFor(decoded.byteLength)) {
      check.chunk(decoded);
      check.end();
    }
  }
}
