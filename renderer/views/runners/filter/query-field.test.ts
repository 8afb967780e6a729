import { expect, it } from "vitest";
import { applyCompletion, completionsAt, wordAt } from "./query-field.tsx";

/** Completes at the caret that is written as `|`. */
const at = (marked: string, seen = {}) => {
  const caret = marked.indexOf("|");
  return completionsAt(marked.replace("|", ""), caret, seen);
};
const labels = (marked: string, seen = {}) => at(marked, seen).map(({ label }) => label);

it("offers names, then the values of a name", () => {
  expect(labels("st|")).toEqual(["status:"]);
  expect(labels("pier |")).toContain("tag:");
  expect(labels("status:o|")).toEqual(["online", "offline"]);
  expect(labels("paused:|")).toEqual(["yes", "no"]);
  expect(labels("nothing:x|")).toEqual([]);
  expect(labels("quay|")).toEqual([]);
});

it("offers values that were seen, those that begin with the word first", () => {
  const seen = { tag: ["big docker", "docker", "gpu"] };
  expect(labels("tag:do|", seen)).toEqual(["docker", "big docker"]);
  expect(labels("tag:gpu,d|", seen)).toEqual(["docker", "big docker"]);
  expect(at("tag:big|", seen)[0]?.insert).toBe('tag:"big docker"');
});

it("replaces the word at the caret and puts the caret behind it", () => {
  const complete = (marked: string, seen = {}) => {
    const caret = marked.indexOf("|");
    const text = marked.replace("|", "");
    const [first] = completionsAt(text, caret, seen);
    if (!first) throw new Error("nothing offered");
    const done = applyCompletion(text, caret, first);
    return `${done.text.slice(0, done.caret)}|${done.text.slice(done.caret)}`;
  };
  expect(complete("pier sta|")).toBe("pier status:|");
  expect(complete("status:onl| pier")).toBe("status:online |pier");
  expect(complete("tag:gpu,do|", { tag: ["docker"] })).toBe("tag:gpu,docker |");
  expect(wordAt('tag:"big do', 11)).toEqual({ from: 0, to: 11 });
});
