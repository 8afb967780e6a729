import { expect, it } from "vitest";
import { findOddShape } from "./decode-call.ts";

const check = (text: string) => findOddShape(Buffer.from(text));

it("accepts what bodies have", () => {
  expect(check('{"a":[1,{"b":"[[[[,,,,"}],"c":"\\\\","d":"\\"[","e":null}')).toBeNull();
  expect(check(`${"[".repeat(100)}${"]".repeat(100)}`)).toBeNull();
  expect(check(JSON.stringify("[{,:".repeat(1_000_000)))).toBeNull();
  expect(check("")).toBeNull();
});

it("finds too many levels, and too many values", () => {
  expect(check("[".repeat(101))).toBe("the body has more than 100 levels");
  expect(check('{"a":'.repeat(101))).toBe("the body has more than 100 levels");
  expect(check(`[${"1,".repeat(1_000_000)}1]`)).toBe("the body has more than 1000000 values");
  expect(check(`[${"[],".repeat(500_001)}1]`)).toBe("the body has more than 1000000 values");
  expect(check(`{${'"a":1,'.repeat(500_001)}"b":1}`)).toBe("the body has more than 1000000 values");
});

it("reads to the right end of a string", () => {
  const deep = "[".repeat(101);
  for (const text of [`"\\\\"${deep}`, `"\\\\\\""${deep}`, `""${deep}`, `"a\\\\\\\\"${deep}`])
    expect([text, check(text)]).toEqual([text, "the body has more than 100 levels"]);
  for (const text of [`"\\"${deep}"`, `"${deep}`, `"\\\\\\"${deep}`, `"${"\\".repeat(100_000)}${deep}`])
    expect([text, check(text)]).toEqual([text, null]);
});
