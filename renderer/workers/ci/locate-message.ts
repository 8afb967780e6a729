import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";

/** Characters beyond which a text is not searched. */
const maxLength = 1024 * 1024;

/**
 * Returns the line, from 1, that an error of a file of jobs is about; null where it names none. Messages name the line itself, or
 * keys one after the other: `test: rules: 0: when: …`, or `jobs:test:rules:rule …` as GitLab has it.
 */
export function locateMessage(text: string, message: string): number | null {
  const line = /\bline (\d{1,7})\b/.exec(message)?.[1];
  const lines = text.slice(0, maxLength + 1).split("\n").length;
  if (line !== undefined) return Math.min(Number(line), lines);
  if (text.length > maxLength) return null;
  const counter = new LineCounter();
  const { contents } = parseDocument(text, {
    lineCounter: counter,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const parts = message.replace(/^jobs:/, "").split(/: ?/);
  let at: unknown = contents;
  let found: number | null = null;
  let names = parts;
  while (names.length > 0) {
    const step = stepInto(at, names);
    if (!step) break;
    found = step.offset;
    at = step.value;
    names = names.slice(step.taken);
  }
  return found === null ? null : counter.linePos(found).line;
}

interface Step {
  readonly offset: number;
  readonly value: unknown;
  /** Parts of the message that name it: a name may contain a colon. */
  readonly taken: number;
}

/** Parts of a message that one key may take. */
const maxParts = 4;

/** Returns the entry of a map or list that the next parts of a message name; null where there is none. */
function stepInto(at: unknown, parts: readonly string[]): Step | null {
  if (isSeq(at)) {
    const entry = /^\d+$/.test(parts[0] ?? "") ? at.items[Number(parts[0])] : undefined;
    const offset = isNode(entry) ? entry.range?.[0] : undefined;
    return offset === undefined ? null : { offset, value: entry, taken: 1 };
  }
  if (!isMap(at)) return null;
  for (let taken = Math.min(maxParts, parts.length); taken > 0; taken--) {
    const names = [parts.slice(0, taken).join(": "), parts.slice(0, taken).join(":")];
    // GitLab writes `jobs:test config …`; the name of a job may have blanks, too.
    const pair = at.items.findLast(
      ({ key }) =>
        isScalar(key) &&
        names.some(
          (name) => String(key.value) === name || (taken === 1 && name.startsWith(`${String(key.value)} `)),
        ),
    );
    const offset = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    if (pair && offset !== undefined) return { offset, value: pair.value, taken };
  }
  return null;
}
