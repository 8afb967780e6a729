import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../../shared/testing/rounds.ts";
import { PlainBytes } from "./plain-bytes.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a text is found, in either case, where a string has it", () => {
  const plain = new PlainBytes();
  const letters = fc.string({ unit: fc.constantFrom(..."abcAB -\n"), maxLength: 80 });
  const wanted = fc.string({ unit: fc.constantFrom(..."abA -"), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(letters, wanted, fc.boolean(), fc.nat(40), (text, part, matchCase, from) => {
      plain.load(bytesOf(text));
      const fold = (each: string) => (matchCase ? each : each.toLowerCase());
      const find = plain.finder(fold(part), matchCase ? part : part.toUpperCase());
      expect(find(from)).toBe(from > plain.length ? -1 : fold(plain.text()).indexOf(fold(part), from));
    }),
    { numRuns: rounds(500) },
  );
});

test("lines are counted between any two offsets", () => {
  const plain = new PlainBytes();
  const text = fc.string({ unit: fc.constantFrom("a", "\n"), maxLength: 100 });
  fc.assert(
    fc.property(text, fc.nat(100), fc.nat(100), (text, one, other) => {
      plain.load(bytesOf(text));
      const [from, to] = [Math.min(one, other, plain.length), Math.min(Math.max(one, other), plain.length)];
      expect(plain.countLines(from, to)).toBe(plain.text().slice(from, to).split("\n").length - 1);
    }),
  );
});

test("lines that grow as they are rendered have room", () => {
  const plain = new PlainBytes();
  plain.load(bytesOf(`first\n${"\x1b[9000Cé\n".repeat(1_000)}last`));
  expect(plain.countLines()).toBe(1_002);
  expect(plain.isAscii).toBe(false);
  expect(plain.lineAt(0)).toEqual({ text: "first", next: 6 });
  expect(plain.lineAt(9_000).text).toBe(`${" ".repeat(9_000)}é`);
  expect(plain.text().endsWith("é\nlast\n")).toBe(true);
});
