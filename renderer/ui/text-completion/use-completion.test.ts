import { describe, expect, it } from "vitest";
import { completedText, findTrigger } from "./use-completion.ts";

const sources = [{ trigger: "@" }, { trigger: "!" }, { trigger: ":", pattern: /^[\w+-]+$/ }];

/** Looks at a text whose caret is written as `|`. */
function at(marked: string) {
  const caret = marked.indexOf("|");
  const found = findTrigger(marked.replace("|", ""), caret, sources);
  return found ? [found.source.trigger, found.start, found.query] : null;
}

describe("finding what is to be completed", () => {
  it.each([
    ["@|", ["@", 0, ""]],
    ["Ask @mat| about it", ["@", 4, "mat"]],
    ["first\nsecond !1|2", ["!", 13, "1"]],
    ["(@a|", ["@", 1, "a"]],
    ["**@a|**", ["@", 2, "a"]],
    ["nice :tad|", [":", 5, "tad"]],
    ["nice :+1|", [":", 5, "+1"]],
    ["@one and @two|", ["@", 9, "two"]],
  ])("%j", (text, expected) => {
    expect(at(text)).toEqual(expected);
  });

  it.each([
    ["an address", "me@example|"],
    ["a sign that was left", "@mateo says|"],
    ["a word", "wow!|"],
    ["a colon", "look: |"],
    ["a colon alone", "look :|"],
    ["a port", "http://host:80|"],
    ["inline code", "`@media|"],
    ["a fenced block", "```css\n@media|\n```"],
    ["nothing", "|"],
    ["another line", "@a\n|"],
  ])("passes over %s", (_, text) => {
    expect(at(text)).toBeNull();
  });

  it("sees a sign behind code that is closed", () => {
    expect(at("`code` and @a|")).toEqual(["@", 11, "a"]);
    expect(at("```\ncode\n```\n@a|")).toEqual(["@", 13, "a"]);
  });

  it("adds a space unless there is one", () => {
    expect(completedText("@mateo", undefined)).toBe("@mateo ");
    expect(completedText("@mateo", "x")).toBe("@mateo ");
    expect(completedText("@mateo", " ")).toBe("@mateo");
    expect(completedText("@mateo", ",")).toBe("@mateo");
    expect(completedText("@mateo", "\n")).toBe("@mateo");
  });
});
