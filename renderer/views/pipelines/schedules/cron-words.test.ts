import { expect, it } from "vitest";
import { cronWords } from "./cron-words.ts";

it.each([
  ["0 * * * *", "Every hour"],
  ["15 * * * *", "Every hour at minute 15"],
  ["*/20 * * * *", "Every 20 minutes"],
  ["0 4 * * *", "Every day at 04:00"],
  ["30 4 * * 1-5", "Every weekday at 04:30"],
  ["0 4 * * 1", "Every Monday at 04:00"],
  ["0 4 * * sat,7", "Every Saturday and Sunday at 04:00"],
  ["0 4 1 * *", "On day 1 of every month at 04:00"],
  ["0 4 1 * 1", "0 4 1 * 1"],
  ["0 4 1 6 *", "0 4 1 6 *"],
  ["0 */2 * * *", "0 */2 * * *"],
  ["0 4 * * 1-3", "0 4 * * 1-3"],
  ["@daily", "@daily"],
  ["soon", "soon"],
])("says %s in words", (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});
