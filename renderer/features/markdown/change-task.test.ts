import { expect, it } from "vitest";
import { changeTask } from "./change-task.ts";

it.each([
  ["- [ ] a\r\n- [x] b", 1, true, "- [x] a\r\n- [x] b"],
  ["- [ ] a\r\n- [X] b\r\n", 2, false, "- [ ] a\r\n- [ ] b\r\n"],
  ["text\n\n> 1. - [ ] [ ] deep", 3, true, "text\n\n> 1. - [x] [ ] deep"],
  ["* [ ]", 1, true, "* [x]"],
])("changes nothing but the task: %j", (text, line, isDone, changed) => {
  expect(changeTask(text, line, isDone)).toBe(changed);
});

it.each([
  ["- [~] a", 1],
  ["[ ] a", 1],
  ["- a [ ]", 1],
  ["- [ ]b", 1],
  ["- [ ] a", 2],
])("leaves what is no open or done task: %j", (text, line) => {
  expect(changeTask(text, line, true)).toBeNull();
});
