import { expect, test } from "vitest";
import { bodyHint, joinMessage, splitMessage, subjectHint } from "./commit-form.tsx";

test.each([
  ["Say it", { subject: "Say it", body: "" }],
  ["Say it\n\nWhy\n\nand how", { subject: "Say it", body: "Why\n\nand how" }],
  ["\n\nWhy", { subject: "", body: "Why" }],
  ["Say it\n\n\nspaced", { subject: "Say it", body: "\nspaced" }],
  ["", { subject: "", body: "" }],
])("%j is a subject and a body, and back", (message, parts) => {
  expect(splitMessage(message)).toEqual(parts);
  expect(joinMessage(parts)).toBe(message);
});

test("a body right below the subject gets its blank line", () => {
  expect(joinMessage(splitMessage("Say it\nWhy"))).toBe("Say it\n\nWhy");
});

test("lengths are counted in characters, and long ones explained", () => {
  expect(subjectHint("🚢".repeat(50))).toBe("50/50");
  expect(subjectHint("a".repeat(51))).toContain("50 or fewer");
  expect(subjectHint("a".repeat(73))).toContain("cut off after 72");
  expect(bodyHint("short")).toBeUndefined();
  expect(bodyHint(`ok\n${"word ".repeat(20)}`)).toBe("Line 2 is longer than 72 characters");
  expect(bodyHint(`${"word ".repeat(20)}\n${"word ".repeat(20)}`)).toContain("2 lines");
  expect(bodyHint(`https://host.example/${"a".repeat(90)}`)).toBeUndefined();
});
