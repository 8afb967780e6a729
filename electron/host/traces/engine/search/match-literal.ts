import { type Literal, type OnLine, rangesIn } from "./match-pattern.ts";
import { plainLine } from "./plain-text.ts";
import { surveyLines, surveyStepBytes } from "./survey-lines.ts";
import { toLatin1 } from "./text-bytes.ts";

/**
 * Reports those of whole lines without stamps that hold a text of ASCII; returns how many lines there are. Only lines
 * with the text, or in which it may be split by sequences, are decoded.
 */
export function matchLiteral(bytes: Uint8Array, literal: Literal, line: RegExp, onLine: OnLine): number {
  const { pattern } = literal;
  const survey = surveyLines(bytes, literal);
  const { doubtful } = survey;
  const numberOf = lineNumbers(bytes, survey.before);
  const text = toLatin1(bytes);
  pattern.lastIndex = 0;
  let found = pattern.exec(text);
  let [doubt, next] = [0, 0];
  for (;;) {
    for (let at = doubtful[doubt]; at !== undefined && at < next; at = doubtful[doubt]) doubt++;
    if (found && found.index < next) {
      pattern.lastIndex = next;
      found = pattern.exec(text);
    }
    const at = Math.min(found?.index ?? bytes.length, doubtful[doubt] ?? bytes.length);
    if (at === bytes.length) return survey.lines;
    const start = text.lastIndexOf("\n", at) + 1;
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? bytes.length : newline;
    const plain = plainLine(bytes.subarray(start, end));
    const count = rangesIn(plain, line).length;
    if (count > 0) onLine(numberOf(start), count, plain);
    next = end + 1;
  }
}

/** Returns a function that returns the number of the line that begins at a place, asked for in order. */
function lineNumbers(bytes: Uint8Array, before: Uint32Array): (start: number) => number {
  let [at, line] = [0, 0];
  return (start) => {
    const step = Math.floor(start / surveyStepBytes);
    if (step * surveyStepBytes > at) {
      at = step * surveyStepBytes;
      line = before[step] ?? 0;
    }
    for (; at < start; at++) if (bytes[at] === 10) line++;
    return line;
  };
}
