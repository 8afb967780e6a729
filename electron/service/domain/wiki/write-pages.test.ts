import { expect, it } from "vitest";
import { attachmentName } from "./write-pages.ts";

it.each([
  ["report.pdf", "report.pdf"],
  ["../../evil.sh", "evil.sh"],
  ["..\\..\\evil.bat", "evil.bat"],
  ["C:\\x\\a b.txt", "a_b.txt"],
  ["", "file"],
  ["a/", "file"],
  [".git", "_git"],
  ["...", "_"],
  ["--help", "_help"],
  ["name.", "name_"],
  ["påske 2026.pdf", "påske_2026.pdf"],
  ["a](javascript:alert(1)).png", "a__javascript_alert_1__.png"],
  [`${"é".repeat(300)}.png`, `${"é".repeat(118)}.png`],
  ["\u0000\n.png", "__.png"],
])("names an attachment %j safely", (name, expected) => expect(attachmentName(name)).toBe(expected));
