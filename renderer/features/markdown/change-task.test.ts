import { expect, it } from "vitest";
import { changeShownTask, changeTask } from "./change-task.ts";

it.each([
  ["- [ ] a\r\n- [x] b", 1, true, "- [x] a\r\n- [x] b"],
  ["- [ ] a\r\n- [X] b\r\n", 2, false, "- [ ] a\r\n- [ ] b\r\n"],
  ["text\n\n> 1. - [ ] [ ] deep", 3, true, "text\n\n> 1. - [x] [ ] deep"],
  ["* [ ]", 1, true, "* [x]"],
])("changes nothing but the task: %j", (text, line, isDone, changed) => {
  expect(changeTask(text, line, isDone)).toBe(changed);
});

it("changes a task only where its line is the one that is shown", () => {
  const shown = "# Tasks\n- [ ] a\n- [ ] b";
  expect(changeShownTask("\ufeff# Tasks\r\n- [x] a\r\n- [ ] b\r\n", shown, 3, true)).toBe(
    "\ufeff# Tasks\r\n- [x] a\r\n- [x] b\r\n",
  );
  expect(changeShownTask("# Tasks\n- [ ] new\n- [ ] a\n", shown, 2, true)).toBeNull();
  expect(changeShownTask("# Tasks", shown, 3, true)).toBeNull();
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
