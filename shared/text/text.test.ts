import fc from "fast-check";
import { expect, test } from "vitest";
import { findHidden, hasDeceptive, visibleText } from "./hidden-characters.ts";
import { findLookAlikes } from "./look-alikes.ts";

const found = (text: string) => findHidden(text).map(({ codePoint }) => codePoint.toString(16));

test.each([
  ["an override in a name", "invoice\u202egpj.exe", ["202e"]],
  [
    "isolates around a comment",
    "/*\u202e } \u2066if (admin)\u2069 \u2066 begin */",
    ["202e", "2066", "2069", "2066"],
  ],
  ["a zero-width space in an identifier", "is\u200bAdmin", ["200b"]],
  ["joiners between Latin letters", "a\u200db\u200cc", ["200d", "200c"]],
  ["a direction mark without a right-to-left letter", "a\u200fb", ["200f"]],
  ["a byte order mark within", "a\ufeffb", ["feff"]],
  ["Hangul fillers as names", "const \u3164 = \uffa0", ["3164", "ffa0"]],
  ["bytes in variation selectors", "😀\ufe0f\ufe01\u{e0101}\u{e0102}", ["fe01", "e0101", "e0102"]],
  ["letters in tags", "run\u{e0061}\u{e0062}", ["e0061", "e0062"]],
  ["tags of a flag without an end", "\u{1f3f4}\u{e0067}\u{e0062}", ["e0067", "e0062"]],
  ["control codes", "a\u001b[2Kb\u0007\u009b", ["1b", "7", "9b"]],
  ["a soft hyphen", "ad\u00admin", ["ad"]],
  ["separators of lines", "a\u2028b", ["2028"]],
  ["invisible operators", "f\u2061(x)", ["2061"]],
])("%s", (_, text, codes) => {
  expect(found(text)).toEqual(codes);
});

test.each([
  ["ASCII", "const x = 1;\t// ok\r\n"],
  ["Arabic", "مرحبا بالعالم، كيف الحال؟"],
  ["Persian with non-joiners", "می\u200cخواهم"],
  ["Hebrew with a direction mark and points", "שָׁלוֹם C++\u200e"],
  ["Hindi with joiners", "क्\u200dष र्\u200dय"],
  ["a family", "👨\u200d👩\u200d👧\u200d👦"],
  ["a skin colour and a job", "👩🏽\u200d💻 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥"],
  ["a keycap", "1\ufe0f\u20e3"],
  ["a flag of a region", "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
  ["combining marks", "e\u0301 ñ ệ Z̈"],
  ["variants of ideographs", "葛\u{e0100}城 辻\ufe00"],
  ["Thai with break marks", "ภาษา\u200bไทย"],
  ["Braille drawings", "⠋⠙\u2800⠹"],
  ["blanks of other widths", "10\u00a0kg\u202f5\u3000"],
  ["typography", "“It’s” – a … b → c · ©\ufe0e"],
])("honest text is left alone: %s", (_, text) => {
  expect(found(text)).toEqual([]);
});

test("a byte order mark at the beginning and control codes are drawn without a warning", () => {
  expect(hasDeceptive("\ufeffusing System;\f")).toBe(false);
  expect(hasDeceptive("x\u202e")).toBe(true);
});

test("texts without room for marks name what is hidden", () => {
  expect(visibleText("invoice\u202egpj.exe")).toBe("invoice[U+202E]gpj.exe");
  expect(visibleText("\u{e0101}")).toBe("[U+E0101]");
});

test("matches are at their reported positions, in any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      let last = 0;
      for (const { start, end, codePoint } of findHidden(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(text.slice(start, end)).toBe(String.fromCodePoint(codePoint));
        last = end;
      }
    }),
  );
});

test.each(["\u200f", "\u2800", "\u{1f3f4}\u{e0067}", "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}", "a\u200d"])(
  "hundreds of thousands of %j end",
  (part) => {
    expect(findHidden(part.repeat(200_000)).length).toBeGreaterThanOrEqual(0);
  },
);

const alike = (name: string) => findLookAlikes(name).map(({ letter, like }) => `${letter}>${like}`);

test("letters that pass for Latin ones are found", () => {
  expect(alike("pаypal")).toEqual(["а>a"]);
  expect(alike("mаin")).toEqual(["а>a"]);
  expect(alike("feature/сору")).toEqual(["с>c", "о>o", "р>p", "у>y"]);
  expect(alike("αdmin-rοοt")).toEqual(["ο>o", "ο>o"]);
  expect(alike("ｍain")).toEqual(["ｍ>m"]);
  expect(alike("𝐦ain")).toEqual(["𝐦>m"]);
});

test("names of one script are left alone", () => {
  for (const name of [
    "привет",
    "отчёт.txt",
    "Ελλάδα",
    "über-straße",
    "日本語 α版",
    "β-version",
    "main",
    "Öçğ",
    "10 µm",
  ])
    expect(alike(name), name).toEqual([]);
});
