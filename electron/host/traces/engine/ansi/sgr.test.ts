import fc from "fast-check";
import { expect, test } from "vitest";
import { plainStyle, sgr, sgrAfter } from "./sgr.ts";

test("the style after bytes is that of all their sequences, one after the other", () => {
  const part = fc.oneof(
    fc.constantFrom("text\n", "\x1b[0m", "\x1b[m", "\x1b[1;31m", "\x1b[38;5;200m", "\x1b[4m", "\x1b[39;49m"),
    fc.constantFrom("\x1b[0;1m", "\x1b[K", "\x1b[2", "\x1b", "0m", "\x1b[00m"),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      let style = { fg: 3, bg: -1, flags: 1 };
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is read
      for (const [, params = ""] of text.matchAll(/\x1b\[([\d:;]*)m/g)) style = sgr(style, params);
      expect(sgrAfter({ fg: 3, bg: -1, flags: 1 }, Buffer.from(text))).toEqual(style);
      expect(sgrAfter(plainStyle, new Uint8Array())).toBe(plainStyle);
    }),
  );
});
