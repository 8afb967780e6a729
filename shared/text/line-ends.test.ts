import fc from "fast-check";
import { expect, it } from "vitest";
import { rounds } from "../testing/rounds.ts";
import { LineKeeper, splitKeepingEnds, toTyped } from "./line-ends.ts";

const line = fc.constantFrom("", "a", "b", "c", "\u2028", "\0", "\t x ", "\udce9");
const end = fc.constantFrom("\n", "\r\n", "\r");
const file = fc
  .tuple(
    fc.constantFrom<string>("", "\ufeff"),
    fc.array(fc.tuple(line, end), { maxLength: 8 }),
    fc.constantFrom("", "z"),
  )
  // A CR before an empty line that ends with LF would be one end with it.
  .map(
    ([mark, lines, last]) =>
      lines.reduce(
        (text, [content, ended]) =>
          text + (text.endsWith("\r") && content + ended === "\n" ? "-\n" : content + ended),
        mark,
      ) + last,
  );

/** Changes lines of a text as an editor does, and the right result by the lines that it kept. */
const edit = fc.tuple(
  file,
  fc.nat(),
  fc.nat({ max: 2 }),
  fc.array(fc.constantFrom("X", "Y"), { maxLength: 3 }),
);

it("keeps the ends of all lines that were not edited", () => {
  fc.assert(
    fc.property(edit, ([text, at, removed, added]) => {
      const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
      const lines = splitKeepingEnds(text.slice(mark.length));
      const from = lines.length === 0 ? 0 : at % lines.length;
      const head = lines.slice(0, from);
      const tail = lines.slice(from + removed);
      // Whole lines are replaced: the text around them is not touched.
      const inserted = added.map((each) => `${each}\n`).join("");
      const typed = toTyped(head.join("")) + inserted + toTyped(tail.join(""));
      const caret = toTyped(head.join("")).length + inserted.length;
      const keeper = new LineKeeper(text);
      const result = keeper.retype(text, typed, { caret });
      expect(toTyped(result)).toBe(typed);
      expect(result.startsWith(mark + head.join(""))).toBe(true);
      // Lines that would become one by what is between them have the same end.
      const touches = added.length === 0 && head.at(-1)?.endsWith("\r") && tail[0] === "\n";
      if (!touches) expect(result.endsWith(tail.join(""))).toBe(true);
      expect(keeper.retype(result, toTyped(text))).toBe(text);
    }),
    { numRuns: rounds(3_000) },
  );
});

it("gives a changed line its end, a new one that of the line above", () => {
  const mixed = "one\r\ntwo\nthree\rfour\n";
  const retype = (typed: string, caret?: number) => new LineKeeper(mixed).retype(mixed, typed, { caret });
  expect(retype("Zone\ntwo\nthree\nfour\n")).toBe("Zone\r\ntwo\nthree\rfour\n");
  expect(retype("one\nnew\ntwo\nthree\nfour\n")).toBe("one\r\nnew\r\ntwo\nthree\rfour\n");
  expect(retype("new\none\ntwo\nthree\nfour\n")).toBe("new\r\none\r\ntwo\nthree\rfour\n");
  expect(retype("one\nthree\nfour\n")).toBe("one\r\nthree\rfour\n");
  expect(retype("one\ntwo\nthree\nfo\nur\n")).toBe("one\r\ntwo\nthree\rfo\nur\n");
  expect(retype("one\ntwo\nthree\nfour")).toBe("one\r\ntwo\nthree\rfour");
  expect(retype("one\ntwo\nthree\nfour\nfive")).toBe("one\r\ntwo\nthree\rfour\nfive");
  expect(retype("two\none\nthree\nfour\n")).toBe("two\none\r\nthree\rfour\n");
  expect(retype("")).toBe("");
});

it("knows by the caret which of two equal lines was deleted", () => {
  const twins = "a\r\na\nb\n";
  const keeper = () => new LineKeeper(twins);
  expect(keeper().retype(twins, "a\nb\n", { caret: 0 })).toBe("a\nb\n");
  expect(keeper().retype(twins, "a\nb\n", { caret: 2 })).toBe("a\r\nb\n");
});

it("follows changes in several places at once", () => {
  const mixed = "a\r\nb\na\r\nb\na";
  const changes = [
    { from: 4, to: 4, count: 2 },
    { from: 0, to: 0, count: 2 },
    { from: 2, to: 2, count: 2 },
  ];
  expect(new LineKeeper(mixed).retype(mixed, "a\n\nb\na\n\nb\na\n", { changes })).toBe(
    "a\r\n\r\nb\na\r\n\r\nb\na\n",
  );
  const twice = [
    { from: 0, to: 0, count: 2 },
    { from: 0, to: 1, count: 1 },
  ];
  expect(new LineKeeper(mixed).retype(mixed, "a\nxb\na\nb\na", { changes: twice })).toBe(
    "a\r\nxb\na\r\nb\na",
  );
});

it("keeps CR alone, CRLF alone and the mark of an emptied file", () => {
  const old = new LineKeeper("\ufeffa\rb\r");
  expect(old.retype("\ufeffa\rb\r", "Za\nb\nc\n")).toBe("\ufeffZa\rb\rc\r");
  const empty = old.retype("\ufeffa\rb\r", "");
  expect(empty).toBe("\ufeff");
  expect(old.retype(empty, "x\ny")).toBe("\ufeffx\ry");
  expect(new LineKeeper("a\r\nb").retype("a\r\nb", "a\nb\n")).toBe("a\r\nb\r\n");
});
