import { expect, it } from "vitest";
import { mentionsIn } from "./mentions.ts";

it.each([
  ["@ada please look", ["ada"], []],
  ["@ada, @bo and @cy: please look, as @di did", ["ada", "bo", "cy"], ["di"]],
  ["Thanks @Ada.", [], ["ada"]],
  ["(@ada-b.c_d)", [], ["ada-b.c_d"]],
  ["mail ada@example.test, see group/@ada and @@ada", [], []],
  ["`@ada` and ``a ` @bo`` but @cy", [], ["cy"]],
  ["```\n@ada\n```\n@bo", ["bo"], []],
  ["> @ada said so\n\nYes, @bo", [], ["bo"]],
  ["~~~ts\n@ada", [], []],
  ["", [], []],
])("finds the names in %j", (text, direct, others) => {
  const found = mentionsIn(text);
  expect([[...found.direct], [...found.others]]).toEqual([direct, others]);
});
