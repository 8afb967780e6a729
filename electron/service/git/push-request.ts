import { GitRefusal } from "./git-errors.ts";

/** One ref update of a push. */
export interface PushCommand {
  /** Hash, all zeros for a ref that is to be created. */
  readonly before: string;
  /** Hash, all zeros for a ref that is to be deleted. */
  readonly after: string;
  /** Full name, below `refs/`. */
  readonly ref: string;
}

/** The head of a push: everything before the pack. */
export interface PushRequest {
  readonly commands: readonly PushCommand[];
  /** Capabilities of the client, for the report. */
  readonly capabilities: readonly string[];
  /** Texts of `git push --push-option`: the service's own, of which git reads nothing. */
  readonly options: readonly string[];
  /** The same commands, encoded again: git reads exactly what was parsed here. */
  readonly head: Buffer;
  /** Bytes read beyond the head. */
  readonly rest: Buffer;
}

const malformed = (problem: string) => new GitRefusal("push_malformed", problem);

/** Bytes of the longest head that is read: some 200,000 refs. */
const maxHeadBytes = 32 * 1024 * 1024;

const optionsCapability = "push-options";
/** Capabilities that the service offers. `push-cert` would add a further section. */
const capability =
  /^(?:push-options|report-status|report-status-v2|delete-refs|side-band-64k|quiet|atomic|ofs-delta|object-format=sha(?:1|256)|(?:agent|session-id)=[\x21-\x7e]+)$/;
const command =
  /^(?<before>[0-9a-f]{40}|[0-9a-f]{64}) (?<after>[0-9a-f]{40}|[0-9a-f]{64}) (?<ref>refs\/[^\0\n]+)$/;
const shallow = /^shallow (?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Characters and sequences that git refuses in ref names, or normalises. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const forbiddenInRef = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/;

/**
 * Reads the head of a push from the bytes of its request. Returns null for an empty request, with which git checks
 * whether it may push. Throws {@link GitRefusal} for anything that git might parse differently.
 */
export async function readPushRequest(chunks: AsyncIterator<Uint8Array>): Promise<PushRequest> {
  const buffer = new HeadBuffer(chunks);
  const lines = await readLines(buffer);
  const shallows = lines.filter((line) => shallow.test(line));
  const rest = lines.slice(shallows.length);
  if (!shallows.every((line, index) => line === lines[index])) throw malformed("a shallow line is late");
  const { first, capabilities } = split(rest[0]);
  const names = rest.length > 0 ? [first, ...rest.slice(1)] : [];
  const options = capabilities.includes(optionsCapability) ? await readLines(buffer) : [];
  const passed = capabilities.filter((name) => name !== optionsCapability);
  const commands = names.map(parseCommand);
  const written = names.map((name, index) => packet(index === 0 ? `${name}\0 ${passed.join(" ")}` : name));
  const head = Buffer.concat([...shallows.map(packet), ...written, flush]);
  return { commands, capabilities, options, head, rest: buffer.rest };
}

/** Reads lines until a flush. */
async function readLines(buffer: HeadBuffer): Promise<string[]> {
  const lines: string[] = [];
  for (;;) {
    const size = parseSize(await buffer.take(4));
    if (size === 0) return lines;
    lines.push(decode(await buffer.take(size - 4)));
  }
}

/** The first command and its capabilities, each of which has to be a known one. */
function split(line = ""): { readonly first: string; readonly capabilities: readonly string[] } {
  const [first = "", list = "", ...more] = line.split("\0");
  const capabilities = list.split(" ").filter(Boolean);
  if (more.length > 0 || !capabilities.every((word) => capability.test(word))) {
    throw malformed("a capability is not known");
  }
  return { first, capabilities };
}

function parseCommand(line: string): PushCommand {
  const { before = "", after = "", ref = "" } = command.exec(line)?.groups ?? {};
  if (ref === "" || before.length !== after.length || forbiddenInRef.test(ref)) {
    throw malformed("a command is not understood");
  }
  return { before, after, ref };
}

function parseSize(bytes: Buffer): number {
  const text = bytes.toString("latin1");
  const size = /^[0-9a-f]{4}$/.test(text) ? Number.parseInt(text, 16) : -1;
  // 1 to 4 are other markers of the protocol, and lines without content.
  if (size !== 0 && size < 5) throw malformed("a line has no valid length");
  return size;
}

/** The text of a line, whose trailing newline may be left out. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\n$/, "");
  } catch {
    throw malformed("a line is not UTF-8");
  }
}

/** Reads exact numbers of bytes from a stream. */
class HeadBuffer {
  rest: Buffer = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Uint8Array>;
  #taken = 0;

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
  }

  async take(count: number): Promise<Buffer> {
    this.#taken += count;
    if (this.#taken > maxHeadBytes) throw malformed("too many refs");
    if (this.rest.length < count) this.rest = await this.#fill(count);
    const bytes = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(count);
    return bytes;
  }

  /** Joins chunks once they are enough, since a line may come in pieces of one byte. */
  async #fill(count: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [this.rest];
    for (let length = this.rest.length; length < count; ) {
      const { done, value } = await this.#chunks.next();
      if (done) throw malformed("the request ends too early");
      pieces.push(value);
      length += value.length;
    }
    return Buffer.concat(pieces);
  }
}

/** Ends a list of packets in git's protocol. */
const flush = Buffer.from("0000");

/** Returns a packet of git's protocol: its length in hexadecimal, then its content; a text gets a newline. */
function packet(content: string | Buffer): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(`${content}\n`) : content;
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
}

/** Bytes of a report in one packet of `side-band-64k`, behind the number of the band. */
const maxBandBytes = 65_515;
const reportBand = Buffer.from([1]);

/**
 * Returns the report on a push none of which is accepted, in git's own protocol: git prints the reason beside each ref.
 * Null where the client reads no report.
 */
export function reportRefusal(
  { commands, capabilities }: Pick<PushRequest, "commands" | "capabilities">,
  reason: string,
): Buffer | null {
  if (!capabilities.some((name) => name.startsWith("report-status"))) return null;
  const refused = commands.map(({ ref }) => packet(`ng ${ref} ${reason.replaceAll("\n", " ")}`));
  const report = Buffer.concat([packet("unpack ok"), ...refused, flush]);
  if (!capabilities.includes("side-band-64k")) return report;
  const bands: Buffer[] = [];
  for (let at = 0; at < report.length; at += maxBandBytes) {
    bands.push(packet(Buffer.concat([reportBand, report.subarray(at, at + maxBandBytes)])));
  }
  return Buffer.concat([...bands, flush]);
}
