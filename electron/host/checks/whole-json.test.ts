import { expect, it, vi } from "vitest";
import { type BodyCheck, BodyDefect } from "./body-check.ts";
import { JsonCheck, maxDepth } from "./json-check.ts";
import { WholeJsonCheck } from "./whole-json.ts";

const mebibyte = 1024 * 1024;
const everything = { isOfKind: (_: unknown) => true, isRequested: (_: object | null) => true };

/** Checks a body in chunks, beside the check byte by byte, whose use is counted. */
function run(bytes: Uint8Array, size: number, conditions = everything) {
  const json = new JsonCheck("any");
  const bytewise = { chunk: vi.fn((chunk: Uint8Array) => json.chunk(chunk)), end: vi.fn(() => json.end()) };
  const check = new WholeJsonCheck(conditions, bytewise satisfies BodyCheck);
  let defect: string | null = null;
  try {
    for (let from = 0; from < bytes.length; from += size) check.chunk(bytes.subarray(from, from + size));
    check.end();
  } catch (error) {
    if (!(error instanceof BodyDefect)) throw error;
    defect = error.message;
  }
  return { defect, value: check.value, bytewise: bytewise.chunk.mock.calls.length };
}

it("parses a short body once and looks at no byte of it", () => {
  const value = [{ id: 1, name: "ä€😀", list: [1, null, { a: true }] }];
  for (const text of [JSON.stringify(value), `\ufeff ${JSON.stringify(value)}\n`])
    for (const size of [1, 7, 1000])
      expect(run(Buffer.from(text), size)).toEqual({ defect: null, value, bytewise: 0 });
});

it.each([
  ["", "is empty"],
  ['[{"a":1}', "ends in the middle"],
  ['{"a":1} {}', "continues after its end"],
  ["{'a':1}", "is not valid JSON"],
  ["[".repeat(maxDepth + 1) + "]".repeat(maxDepth + 1), "is nested too deeply"],
])("refuses %s as the check byte by byte does", (text, defect) => {
  expect(run(Buffer.from(text), 3)).toMatchObject({ defect, value: undefined });
});

it("refuses bytes that are not UTF-8", () => {
  expect(run(Buffer.from([0x22, 0xff, 0x22]), 9).defect).toBe("is not UTF-8");
  expect(run(Buffer.from([0xff, 0xfe, 0x22, 0x00]), 9).defect).toBe("is UTF-16 instead of UTF-8");
});

it("takes what is nested as deeply as may be", () => {
  const text = "[".repeat(maxDepth) + "]".repeat(maxDepth);
  expect(run(Buffer.from(text), 100)).toMatchObject({ defect: null, bytewise: 0 });
});

it("checks a long body as it arrives, from the byte that makes it long, and does not parse it", () => {
  const long = Buffer.from(`["${"x".repeat(3 * mebibyte)}"]`);
  const found = run(long, 256 * 1024);
  expect(found).toMatchObject({ defect: null, value: undefined });
  expect(found.bytewise).toBe(Math.ceil(long.length / (256 * 1024)));
  const torn = Buffer.concat([long.subarray(0, mebibyte + 9), Buffer.from([0]), long]);
  expect(run(torn, 64 * 1024).defect).toBe("is not valid JSON");
});

it("leaves a value that is not the requested one to the check byte by byte", () => {
  const bytes = Buffer.from('[{"id":1},"x"]');
  const isRequested = vi.fn((object: object | null) => object !== null);
  expect(run(bytes, 99, { ...everything, isRequested })).toMatchObject({ value: undefined, bytewise: 1 });
  expect(isRequested.mock.calls).toEqual([[{ id: 1 }], [null]]);
  expect(run(bytes, 99, { ...everything, isOfKind: () => false }).bytewise).toBe(1);
});
