import { expect, test } from "vitest";
import { looksDeclared, nameAt, namesIn } from "./code-names.ts";

test("the name at an offset is the whole word there, and no keyword", () => {
  const text = "  return lamp.light($at, élan);";
  const at = (part: string) => nameAt(text, text.indexOf(part));
  expect([at("lamp"), at("ight"), at("$at"), at("lan"), at("return"), nameAt(text, 0)]).toEqual([
    ...["lamp", "light", "$at", "élan"],
    null,
    null,
  ]);
});

test("the names of a line are in their order, each once", () => {
  expect(namesIn("const lamp = new Lamp(lamp.wick, 2, i)")).toEqual(["lamp", "Lamp", "wick"]);
});

test.each([
  ["export async function light(at: number) {", true],
  ["func (l *Lamp) light(at int) error {", true],
  ["  light(at: number): void {", true],
  ["#define light(x) x", true],
  ["void Lamp::light() const {", true],
  ["  lamp.light(2);", false],
  ["  const other = light(2);", false],
  ["  delight(2) {", false],
])("%j declares light: %j", (text, expected) => {
  expect(looksDeclared(text, "light")).toBe(expected);
});

test("hostile lines are read in time that grows with their length alone", () => {
  const hostile = ["(".repeat(100_000), "a ".repeat(100_000), "def ".repeat(50_000), "f(".repeat(50_000)];
  expect(hostile.map((text) => looksDeclared(text, "light"))).toEqual([false, false, false, false]);
});
