import { afterEach, expect, test, vi } from "vitest";
import { RowScroller } from "./row-scroller.ts";

afterEach(() => vi.unstubAllGlobals());

test("the last rows are laid out before there are elements", () => {
  vi.stubGlobal("window", { innerHeight: 800 });
  const scroller = new RowScroller().begin(1_000_000, 20);
  const view = scroller.view();
  expect(view).toMatchObject({ to: 1_000_000, last: 999_999, isFollowing: true });
  expect(view.to - view.from).toBe(20);
  // However long the log is, rows are where a browser can lay them out, in the view at its end.
  expect(scroller.topOf(view.from)).toBeLessThan(15_000_000);
  expect(scroller.topOf(999_999) - scroller.topOf(view.from)).toBe(19 * 20);
});

test("a log that is shorter than the view begins at its top", () => {
  vi.stubGlobal("window", { innerHeight: 800 });
  const scroller = new RowScroller().begin(3, 20);
  expect(scroller.view()).toMatchObject({ from: 0, to: 3, first: 0, last: 2 });
  expect(scroller.topOf(0)).toBe(0);
});

test("the row below the bar with a section's name is the first that the bar leaves to more than a half", () => {
  vi.stubGlobal("window", { innerHeight: 824 });
  // The view is 412 pixels high: 100 rows end 12 pixels below the top of one.
  const scroller = new RowScroller().begin(100, 20);
  expect(scroller.view().first).toBe(79);
  expect(scroller.topRows()).toEqual({ whole: 80, belowBar: 81 });
});
