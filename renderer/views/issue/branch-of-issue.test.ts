import { expect, it } from "vitest";
import { branchOfIssue } from "./branch-of-issue.ts";

it("names a branch after the number and the words of a title", () => {
  expect(branchOfIssue(12, "The lamp doesn't light!")).toBe("12-the-lamp-doesn-t-light");
  expect(branchOfIssue(3, "Überprüfe: é/è")).toBe("3-uberprufe-e-e");
  expect(branchOfIssue(7, "…")).toBe("7");
  expect(branchOfIssue(7, "灯が点かない")).toBe("7-灯が点かない");
  expect(branchOfIssue(1, "x ".repeat(60))).toBe(`1${"-x".repeat(49)}`);
});
