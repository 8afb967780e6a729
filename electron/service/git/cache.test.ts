import { expect, it } from "vitest";
import { Cache } from "./cache.ts";

it("evicts the least recently used value", () => {
  const cache = new Cache<number>(2);
  cache.set("a", 1);
  cache.set("b", 2);
  cache.get("a");
  cache.set("c", 3);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 3]);
});

it("weighs values when they are set, and never evicts the newest", () => {
  const cache = new Cache<string>(10, (text) => text.length);
  cache.set("a", "12345");
  cache.set("b", "12345");
  cache.set("a", "1");
  cache.set("c", "1234");
  expect(cache.get("b")).toBe("12345");
  cache.set("d", "x".repeat(50));
  expect(["a", "b", "c", "d"].map((key) => cache.get(key)?.length)).toEqual([
    undefined,
    undefined,
    undefined,
    50,
  ]);
  cache.set("e", "1");
  expect(["d", "e"].map((key) => cache.get(key)?.length)).toEqual([undefined, 1]);
});
