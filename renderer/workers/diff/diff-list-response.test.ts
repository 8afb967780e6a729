import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../shared/testing/rounds.ts";
import { StreamingJsonList } from "./diff-list-response.ts";

/** Reads a text that comes in pieces of bytes; returns the list's entries and the rest of the body. */
function read(text: string, cuts: readonly number[] = []) {
  const entries: unknown[] = [];
  const reader = new StreamingJsonList("diffs", (entry) => entries.push(entry));
  const bytes = new TextEncoder().encode(text);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const decoder = new TextDecoder();
  let from = 0;
  for (const to of [...ends, bytes.length]) {
    reader.push(decoder.decode(bytes.subarray(from, to), { stream: true }));
    from = to;
  }
  reader.push(decoder.decode());
  return { entries, rest: reader.end() };
}

/** The whole that {@link read} found; throws where it is not JSON. */
function joined(text: string, cuts: readonly number[] = []): unknown {
  const { entries, rest } = read(text, cuts);
  const response: unknown = JSON.parse(rest);
  if (entries.length === 0) return response;
  expect(response).toMatchObject({ diffs: entries.map((_, index) => String(index)) });
  return Object.assign(response as object, { diffs: entries });
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });
const value = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
const field = fc.oneof(
  fc.constantFrom("diffs", "commits", "id", "", "\\", '"', "[", "dif\u0066s "),
  fc.string({ unit: "grapheme" }),
);
const indent = fc.constantFrom("", " ", "\t", "\n  ");

test("a body in any pieces is what JSON.parse makes of it", () => {
  fc.assert(
    fc.property(
      fc.dictionary(field, value),
      fc.option(fc.array(value)),
      indent,
      cuts,
      (more, diffs, space, at) => {
        const response = diffs ? { ...more, diffs } : more;
        const text = JSON.stringify(response, null, space);
        expect(joined(text, at)).toEqual(JSON.parse(text));
      },
    ),
  );
});

test("a body without such a list at its top level is returned unchanged", () => {
  for (const text of [
    "[1]",
    '"diffs"',
    "7",
    '[{"diffs":[1]}]',
    '{"a":{"diffs":[1,2]},"b":["diffs",[3]]}',
    '{"diffs":{"diffs":[1]}}',
    '{"diffs":"[1]"}',
    '{"diffs":null,"x":[1]}',
    '{"diffs":[ ]}',
    "<html>",
    "",
  ])
    expect(read(text, [3, 5])).toEqual({ entries: [], rest: text });
  expect(read('{"\\u0064iffs" : [\n1 , "\\\\" ]}').entries).toEqual([1, "\\"]);
});

test("a body that is not JSON has no rest, wherever the error is", () => {
  const wrong = [
    '{"diffs":[1,]}',
    '{"diffs":[,1]}',
    '{"diffs":[1 2]}',
    '{"diffs":[{}{}]}',
    '{"diffs":["a""b"]}',
    '{"diffs":[{"a":1]]}',
    '{"diffs":[}]}',
    '{"diffs":[[1}]}',
    '{"diffs":[01]}',
    '{"diffs":[1][2]}',
    '{"diffs":[1]} x',
    '{"diffs":[{"diff":"a',
    '{"diffs":[1',
    "]{",
  ];
  for (const text of wrong) expect(() => JSON.parse(read(text).rest), text).toThrow(SyntaxError);
});

test("a text with anything removed, inserted or doubled is accepted only where JSON.parse accepts it", () => {
  const sample = JSON.stringify({
    a: ["]", { b: '\\"' }],
    diffs: [{ diff: '@@\n+"x"' }, 1, [2, [3]], "s"],
    c: 1,
  });
  const bit = fc.constantFrom("", '"', "\\", "{", "}", "[", "]", ",", ":", " ", "1", "diffs");
  fc.assert(
    fc.property(fc.nat(sample.length), fc.nat(3), bit, cuts, (at, length, put, ends) => {
      const text = sample.slice(0, at) + put + sample.slice(at + length);
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        expect(() => JSON.parse(read(text, ends).rest)).toThrow(SyntaxError);
        return;
      }
      // Of two lists of the same name JSON takes the last, and a reader on the way the first.
      if (text.split('"diffs"').length === 2) expect(joined(text, ends)).toEqual(expected);
    }),
    { numRuns: rounds(3_000) },
  );
});

test("an entry is emitted as soon as it is complete", () => {
  const entries: unknown[] = [];
  const reader = new StreamingJsonList("diffs", (entry) => entries.push(entry));
  reader.push('{"id":1,"diffs":[{"diff":"a\\');
  expect(entries).toEqual([]);
  reader.push('""}');
  expect(entries).toEqual([{ diff: 'a"' }]);
});
