import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conflictsOf, mergeRegions, resolve } from "./three-way.ts";

describe("three-way merge", () => {
  it("takes changes of both sides that do not touch each other", () => {
    const regions = mergeRegions("a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n");
    expect(conflictsOf(regions)).toEqual([]);
    expect(resolve(regions, [])).toBe("A\nb\nc\nd\nE\n");
  });

  it("keeps all three versions of a line that both sides changed", () => {
    const regions = mergeRegions("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n");
    expect(conflictsOf(regions)).toEqual([
      { kind: "conflict", base: ["b\n"], mine: ["mine\n"], theirs: ["theirs\n"] },
    ]);
    expect(resolve(regions, [])).toBeNull();
    expect(resolve(regions, ["mine"])).toBe("a\nmine\nc\n");
    expect(resolve(regions, ["theirs"])).toBe("a\ntheirs\nc\n");
    expect(resolve(regions, ["both"])).toBe("a\nmine\ntheirs\nc\n");
    expect(resolve(regions, ["base"])).toBe("a\nb\nc\n");
  });

  it("does not glue two sides together where the first has no final newline", () => {
    expect(resolve(mergeRegions("a", "mine", "theirs"), ["both"])).toBe("mine\ntheirs");
  });

  it("sees a change of line endings", () => {
    const regions = mergeRegions("a\r\nb\r\n", "a\nb\n", "a\r\nb\r\n");
    expect(resolve(regions, [])).toBe("a\nb\n");
  });

  it("agrees with either side where only that side changed, whatever the texts", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "d"), { maxLength: 12 })
      .map((lines) => lines.join(""));
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(resolve(mergeRegions(base, changed, base), [])).toBe(changed);
        expect(resolve(mergeRegions(base, base, changed), [])).toBe(changed);
        expect(resolve(mergeRegions(base, changed, changed), [])).toBe(changed);
      }),
    );
  });
});
