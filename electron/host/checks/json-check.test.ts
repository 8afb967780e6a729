import fc from "fast-check";
import { expect, it } from "vitest";
import { getOriginal } from "../../../shared/api/resources/local-repositories.ts";
import { getProject, listProjects } from "../../../shared/api/resources/projects.ts";
import { rounds } from "../../../shared/testing/rounds.ts";
import { BodyDefect } from "./body-defect.ts";
import { JsonCheck, type JsonKind } from "./json-check.ts";
import { jsonKindOf } from "./json-kind.ts";

/** Returns whether a text is accepted when it arrives in chunks of some bytes. */
function accepts(body: string | Uint8Array, kind: JsonKind = "any", chunk = 3): boolean {
  const bytes = Buffer.from(body as Uint8Array);
  const check = new JsonCheck(kind);
  try {
    for (let at = 0; at < bytes.length; at += chunk) check.chunk(bytes.subarray(at, at + chunk));
    check.end();
    return true;
  } catch (error) {
    if (error instanceof BodyDefect) return false;
    throw error;
  }
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it("accepts what JSON.parse accepts, however it is cut into chunks", () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), (text, chunk) => accepts(text, "any", chunk)),
  );
});

it("agrees with JSON.parse on texts that lack, repeat or change a character", () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", '"', "}", "]", ",", "0", "e", "\\", "\u0001"),
      (text, at, other) => {
        const cut = at % (text.length + 1);
        for (const broken of [
          text.slice(0, cut),
          text.slice(0, cut) + other + text.slice(cut + 1),
          text + other,
        ]) {
          expect([broken, accepts(broken)]).toEqual([broken, parses(broken)]);
        }
      },
    ),
    { numRuns: rounds(500) },
  );
});

it("accepts numbers, literals, escapes and whitespace", () => {
  for (const text of [
    "0",
    "-1.5e+10",
    " true ",
    "null",
    '"\\u00e9\\n"',
    "[ ]",
    "{ }",
    '\ufeff{"a":[1,{}]}',
  ]) {
    expect([text, accepts(text)]).toEqual([text, true]);
  }
  for (const text of [
    "",
    " ",
    "01",
    "1.",
    "+1",
    "tru",
    "nul0",
    '"\\x"',
    '"\\u00g0"',
    "[1,]",
    '{"a"}',
    "{,}",
    "[}",
    "1 2",
  ]) {
    expect([text, accepts(text)]).toEqual([text, false]);
  }
});

it("expects the kind of an operation's response", () => {
  expect([listProjects, getProject, getOriginal].map(jsonKindOf)).toEqual([
    "array",
    "object",
    "object or null",
  ]);
});

it("refuses another kind than the expected one", () => {
  expect(accepts("[]", "array")).toBe(true);
  expect(accepts('{"message":"x"}', "array")).toBe(false);
  expect(accepts("[]", "object")).toBe(false);
  expect(accepts("null", "object")).toBe(false);
  expect(accepts("null", "object or null")).toBe(true);
  expect(accepts("{}", "object or null")).toBe(true);
  expect(accepts("[]", "object or null")).toBe(false);
});

it("refuses bytes that are not UTF-8 and takes characters that chunks divide", () => {
  expect(accepts('["ä€😀"]', "array", 1)).toBe(true);
  expect(accepts(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]))).toBe(false);
  expect(accepts(Buffer.from([0x22, 0xe2, 0x82]))).toBe(false);
});
