import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchWords } from "./match-words.ts";

const score = (typed: string, text: string) => matchWords(typed, text)?.score ?? 0;
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const words = fc.array(word, { minLength: 1, maxLength: 6 });

describe("match words", () => {
  it("matches parts, and pieces from the beginnings of words on", () => {
    expect(matchWords("lant", "CI of all accounts")).toBeNull();
    expect(matchWords("lant", "fjord/lantern")).not.toBeNull();
    expect(matchWords("nmr", "New merge request…")?.positions).toEqual([0, 4, 10]);
    expect(matchWords("newreq", "New merge request…")?.positions).toEqual([0, 1, 2, 10, 11, 12]);
    expect(matchWords("fn", "fileName.ts")?.positions).toEqual([0, 4]);
    expect(matchWords("rest mer", "merge requests")).not.toBeNull();
    expect(matchWords("req mer", "New merge request")?.positions).toEqual([4, 5, 6, 10, 11, 12]);
    expect(matchWords("xyz", "New merge request")).toBeNull();
    expect(matchWords("", "anything")).toBeNull();
  });

  it("rates the whole text over its beginning, a word's, initials, and what is within a word", () => {
    const ranked = ["branch", "branch list", "new branch", "brown ranch", "unbranched"];
    const scores = ranked.map((text) => score("branch", text));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
  });

  it("finds every part of a text, and marks just that", () => {
    fc.assert(
      fc.property(words, fc.nat(60), fc.integer({ min: 1, max: 10 }), (list, from, length) => {
        const text = list.join(" ");
        const part = text.slice(from % text.length, (from % text.length) + length).trim();
        if (part === "") return;
        const found = matchWords(part, text);
        expect(found?.positions.map((at) => text.charAt(at)).join("")).toBe(part);
      }),
    );
  });

  it("finds the initials of words", () => {
    fc.assert(
      fc.property(words, (list) => {
        expect(matchWords(list.map((each) => each.charAt(0)).join(""), list.join(" "))).not.toBeNull();
      }),
    );
  });

  it("marks letters of what was typed, each at a word's beginning, after a marked one of its word, or in a part", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-d]{1,5}$/),
        fc.array(fc.stringMatching(/^[a-d]{1,5}$/)),
        (typed, list) => {
          const text = list.join(" ");
          const found = matchWords(typed, text);
          if (!found) return;
          expect(found.positions.map((at) => text.charAt(at)).join("")).toBe(typed);
          expect(found.score).toBeGreaterThan(0);
          expect(found.score).toBeLessThanOrEqual(1);
          if (text.includes(typed)) return;
          const begun = (at: number) => {
            const begin = text.lastIndexOf(" ", at) + 1;
            return found.positions.includes(begin);
          };
          expect(found.positions.every(begun)).toBe(true);
        },
      ),
    );
  });

  it("does not rate a text less for more of a word that was typed", () => {
    fc.assert(
      fc.property(word, words, (typed, others) => {
        const text = [typed, ...others].join(" ");
        for (let length = 1; length < typed.length; length++)
          expect(score(typed.slice(0, length + 1), text)).toBeGreaterThanOrEqual(
            score(typed.slice(0, length), text),
          );
      }),
    );
  });

  it("takes no longer than its bounds allow, whatever is typed", () => {
    expect(matchWords("a".repeat(24), "ab ".repeat(3_000))).not.toBeNull();
    expect(matchWords("a".repeat(400), "b ".repeat(3_000))).toBeNull();
  });
});
