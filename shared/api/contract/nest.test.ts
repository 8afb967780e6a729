import { describe, expect, it } from "vitest";
import { checkParameterCount, maxBrackets, maxParameters, nest } from "./nest.ts";

const nested = (text: string) => JSON.parse(JSON.stringify(nest(new URLSearchParams(text).entries())));

describe("names with brackets", () => {
  it.each([
    ["a=1&a=2", { a: "2" }],
    ["a[]=1&a[]=2", { a: ["1", "2"] }],
    ["a[b][c]=1&a[b][d]=2", { a: { b: { c: "1", d: "2" } } }],
    ["a[][b]=1&a[][c]=2&a[][b]=3", { a: [{ b: "1", c: "2" }, { b: "3" }] }],
    ["a[][b][c]=1&a[][b][c]=2", { a: [{ b: { c: "1" } }, { b: { c: "2" } }] }],
    ["a[][b][c]=1&a[][b][d]=2", { a: [{ b: { c: "1", d: "2" } }] }],
    ["a[][b][]=1&a[][b][]=2&a[][c]=3&a[][c]=4", { a: [{ b: ["1", "2"], c: "3" }, { c: "4" }] }],
    ["a[b][][c]=1&a[b][][d]=2&a[b][][c]=3", { a: { b: [{ c: "1", d: "2" }, { c: "3" }] } }],
    ["a[0][b]=1&a[1]=2", { a: { 0: { b: "1" }, 1: "2" } }],
    ["a[][][b]=1", { a: [{ "": { b: "1" } }] }],
    ["a=1&a[b]=2", { a: { b: "2" } }],
    ["a[b]=1&a[]=2", { a: ["2"] }],
    ["a[b=1", { a: "1" }],
    ["[a]=1", { a: "1" }],
    ["[=1", { "[": "1" }],
    ["a]b=1", { "a]b": "1" }],
    ["a[b]c[d]=1", { a: { b: { d: "1" } } }],
    ["a[[b]=1", { a: { "[b": "1" } }],
    ["=1", { "": "1" }],
  ])("are read: %s", (text, expected) => {
    expect(nested(text)).toEqual(expected);
  });

  it("are refused beyond ten pairs", () => {
    const name = (pairs: number) => `a${"[b]".repeat(pairs)}=1`;
    expect(() => nested(name(maxBrackets))).not.toThrow();
    expect(() => nested(name(maxBrackets + 1))).toThrow("A parameter has more than 10 pairs of brackets.");
    expect(() => nested(`a${"[]".repeat(maxBrackets + 1)}=1`)).toThrow("brackets");
  });
});

it("refuses more than a thousand parameters, before and while it reads them", () => {
  const text = (count: number) => "a[]=1&".repeat(count).slice(0, -1);
  expect(nested(text(maxParameters)).a).toHaveLength(maxParameters);
  expect(() => checkParameterCount(text(maxParameters))).not.toThrow();
  expect(() => nested(text(maxParameters + 1))).toThrow("More than 1000 parameters were sent.");
  expect(() => checkParameterCount(text(maxParameters + 1))).toThrow("More than 1000 parameters");
});
