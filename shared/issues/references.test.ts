import { expect, it } from "vitest";
import { closingReferencesIn, referencesIn, withProjectPath } from "./references.ts";

const shown = (list: ReturnType<typeof referencesIn>) =>
  list.map(({ sign, project, iid }) => `${project ?? ""}${sign}${iid}`);

it.each([
  ["See #4, !5 and fjord/harbor#6.", ["#4", "!5", "fjord/harbor#6"]],
  ["(#4) #4 **!7**", ["#4", "!7"]],
  ["lantern#3 and a.b-c/d_e!2", ["lantern#3", "a.b-c/d_e!2"]],
  ["`#4` and\n```\n#5\n```\n> #6\n", []],
  ["a&#39; #4a ##5 /#6 #color #1234567890", []],
  ["# 4\n\n#8", ["#8"]],
])("finds what %j refers to", (text, found) => {
  expect(shown(referencesIn(text))).toEqual(found);
});

it.each([
  ["Closes #4", ["#4"]],
  ["closing: #4, #5 and #6", ["#4", "#5", "#6"]],
  ["Fixed issues #4 and fjord/harbor#5, resolves #7", ["#4", "fjord/harbor#5", "#7"]],
  ["Implements lantern#2. Fix #3", ["lantern#2", "#3"]],
  ["Closes the door of #4; encloses #5; closes !6; `closes #7`", []],
  ["Fix: #9\n\nRelated to #10", ["#9"]],
])("finds what %j closes", (text, found) => {
  expect(shown(closingReferencesIn(text))).toEqual(found);
});

it("names the project of references that have none", () => {
  expect(withProjectPath("As #4 and other/x#5, not !6, as `#7`", "fjord/lantern")).toBe(
    "As fjord/lantern#4 and other/x#5, not fjord/lantern!6, as `#7`",
  );
});

it("takes time by the length of a text alone", () => {
  for (const piece of ["close ", "closes #1,", "a/", "a.", "#", "fix a/b", "a-", " ", "close #1   ,  "]) {
    const text = `closes #1${piece.repeat(400_000 / piece.length)}`;
    expect(closingReferencesIn(text).length).toBeLessThan(2);
    expect(referencesIn(text).length).toBeLessThan(2);
  }
});
