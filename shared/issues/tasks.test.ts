import { expect, it } from "vitest";
import { countTasks } from "./tasks.ts";

it.each([
  ["- [ ] One\n- [x] Two\n* [X] Three\n", 3, 2],
  ["1. [ ] One\n   2) [x] Nested\n> - [ ] Quoted\n", 3, 1],
  ["- [~] Does not apply\n- [] Nothing\n- [x]\n[ ] no list\n", 0, 0],
  ["```\n- [ ] Code\n```\n- [ ] Text", 1, 0],
])("counts the tasks of %j", (text, count, done) => {
  expect(countTasks(text)).toEqual({ count, done });
});
