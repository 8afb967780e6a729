import { expect, it } from "vitest";
import { parseDotenv } from "./store-artifacts.ts";

it("reads lines of names and values as they are, the last of a name winning", () => {
  const text = 'A=1\r\nB = "two words" \nEMPTY=\nURL=https://lamp.test/?a=b\nA=$B\n__proto__=x\n';
  expect(Object.entries(parseDotenv(text))).toEqual([
    ["A", "$B"],
    ["B", '"two words"'],
    ["EMPTY", ""],
    ["URL", "https://lamp.test/?a=b"],
    ["__proto__", "x"],
  ]);
});

it.each([
  ["A=1\n\nB=2\n", 2],
  ["# comment\nA=1\n", 1],
  ["A=1\nexport B=2\n", 2],
  ["A-B=1\n", 1],
  ["A\n", 1],
  ["=1\n", 1],
  ["", 1],
])("refuses %j, as other services do", (text, line) => {
  expect(() => parseDotenv(text)).toThrow(`artifacts: reports: dotenv: line ${line} is not NAME=value`);
});

it("refuses more variables than a report may have", () => {
  const text = Array.from({ length: 151 }, (_, index) => `V${index}=1\n`).join("");
  expect(() => parseDotenv(text)).toThrow("more than 150 variables");
});
