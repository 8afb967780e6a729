import { expect, it } from "vitest";
import { mergeWords } from "./use-description-draft.ts";

const words = (description: string, title = "Lamp") => ({ title, description });

it("keeps what only one side changed", () => {
  const before = words("a\nb\nc\n");
  expect(mergeWords(before, words("a\nb\nc\nmine\n"), before)).toEqual(words("a\nb\nc\nmine\n"));
  expect(mergeWords(before, before, words("theirs\n", "Lantern"))).toEqual(words("theirs\n", "Lantern"));
  expect(mergeWords(before, words("a\nb\nc\n", "Torch"), words("theirs\n"))).toEqual(
    words("theirs\n", "Torch"),
  );
});

it("merges changes of different lines, and leaves the same lines and titles to the author", () => {
  const before = words("a\nb\nc\nd\n");
  expect(mergeWords(before, words("A\nb\nc\nd\n"), words("a\nb\nc\nD\n"))).toEqual(words("A\nb\nc\nD\n"));
  expect(mergeWords(before, words("mine\nb\nc\nd\n"), words("theirs\nb\nc\nd\n"))).toBeNull();
  expect(mergeWords(before, words("a\nb\nc\nd\n", "Mine"), words("a\nb\nc\nd\n", "Theirs"))).toBeNull();
});
