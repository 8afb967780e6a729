import { createWriteStream, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { randomOf } from "../../../electron/host/testing/faults/random.ts";

/** Text of the last line of every workload. */
export const lastLine = "The last line of this log";
/** A word that is in one line of each block. */
export const needle = "lumen-7f3a9c";
/** A pattern that is in one line of ten. */
export const pattern = "turn \\d+7 .*lumen";

const blockBytes = 4_000_000;
const colours = [31, 32, 33, 34, 35, 36, 90, 91] as const;

/** Returns the path of a trace of so many megabytes, made once and cached in `cache`; `isStamped`: as newer runners print it. */
export async function makeTrace(cache: string, megabytes: number, isStamped: boolean): Promise<string> {
  const path = join(cache, `trace-${megabytes}${isStamped ? "-stamped" : ""}.log`);
  if (existsSync(path)) return path;
  const blocks = pieces(megabytes * 1_000_000, isStamped);
  // One that was interrupted is made anew.
  await pipeline(Readable.from(blocks), createWriteStream(`${path}.unfinished`));
  renameSync(`${path}.unfinished`, path);
  return path;
}

function* pieces(bytes: number, isStamped: boolean): Generator<Buffer> {
  const end = Buffer.from(isStamped ? stamp(lastLine, 0) : `${lastLine}\n`);
  for (let rest = bytes - end.length, seed = 1; rest > 0; seed++) {
    const block = makeBlock(seed, isStamped);
    // The truncated text ends with a newline, too.
    const part = block.length <= rest ? block : cutAtLine(block, rest);
    rest -= part.length;
    yield part;
  }
  yield end;
}

const cutAtLine = (block: Buffer, length: number): Buffer =>
  Buffer.concat([block.subarray(0, Math.max(0, length - 1)), Buffer.from("\n")]);

/** Lines as jobs print them: colours, sections, progress bars, and now and then one of up to 20,000 characters. */
function makeBlock(seed: number, isStamped: boolean): Buffer {
  const random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const lines: string[] = [];
  const start = 1_767_225_600 + seed * 1_000;
  for (let size = 0, line = 0; size < blockBytes; line++) {
    const text = lineOf(line, start, below);
    lines.push(text);
    size += text.length + 1;
  }
  lines.splice(below(lines.length), 0, `\u001b[31;1mError: ${needle}\u001b[0m in lamp.ts:12`);
  return Buffer.from(isStamped ? lines.map(stamp).join("") : `${lines.join("\n")}\n`);
}

/** Returns a line as newer runners print it: with the time, and what continues it as lines of their own. */
const stamp = (line: string, number: number): string =>
  line
    .split(/(?<=.\r)/)
    .map(
      (part, i) =>
        `2026-01-01T00:00:${String(number % 60).padStart(2, "0")}.123456Z 00O${i === 0 ? " " : "+"}${part}\n`,
    )
    .join("");

function lineOf(line: number, start: number, below: (limit: number) => number): string {
  if (line % 4_000 === 0)
    return `section_start:${start + line}:part_${line}\r\u001b[0K\u001b[36;1mPart ${line}\u001b[0m`;
  if (line % 4_000 === 3_990) return `section_end:${start + line}:part_${line - 3_990}\r\u001b[0K`;
  if (line % 500 === 250) {
    return Array.from(
      { length: 40 },
      (_, i) => `\r\u001b[K[${"#".repeat(i).padEnd(40, ".")}] ${i * 2.5} %`,
    ).join("");
  }
  if (line % 5_000 === 4_000) return `warning: ${"a long line of the linker ".repeat(200 + below(560))}`;
  const colour = colours[below(colours.length)];
  const words = `turn ${line + below(10)} of the lamp, ${9_000 + below(997)} lumen`;
  if (line % 3 === 0) return `\u001b[${colour}m${words}\u001b[0m and \u001b[1mon\u001b[22m`;
  if (line % 7 === 0) return `\u001b[38;5;${below(256)}m${words}\u001b[0m in ${below(900)} ms`;
  return `${words} after ${below(90_000)} ms in src/lamps/lamp-${below(400)}.ts`;
}
