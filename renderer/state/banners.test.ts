import { expect, it } from "vitest";
import { registerBanner, shownBanner } from "./banners.ts";

it("shows one banner at a time, the most important, and the next once it is gone", () => {
  expect(shownBanner()).toBeUndefined();
  const removeMoves = registerBanner("moves");
  const removeList = registerBanner("list");
  const removeConnection = registerBanner("connection");
  const removeSecond = registerBanner("connection");
  expect(shownBanner()).toBe("connection");
  removeSecond();
  expect(shownBanner()).toBe("connection");
  removeConnection();
  expect(shownBanner()).toBe("list");
  removeMoves();
  removeList();
  expect(shownBanner()).toBeUndefined();
});
