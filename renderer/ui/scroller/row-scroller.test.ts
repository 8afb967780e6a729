import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { RowHeights } from "./row-heights.ts";
import { RowScroller } from "./row-scroller.ts";

afterEach(() => vi.unstubAllGlobals());

test("the last rows are laid out before there are elements", () => {
  vi.stubGlobal("window", { innerHeight: 800 });
  const scroller = new RowScroller({ followsEnd: true }).begin(1_000_000, 20);
  const view = scroller.view();
  expect(view).toMatchObject({ to: 1_000_000, last: 999_999, isFollowing: true });
  expect(view.to - view.from).toBe(20);
  // However long the log is, rows are where a browser can lay them out, in the view at its end.
  expect(scroller.topOf(view.from)).toBeLessThan(15_000_000);
  expect(scroller.topOf(999_999) - scroller.topOf(view.from)).toBe(19 * 20);
});

test("a log that is shorter than the view begins at its top", () => {
  vi.stubGlobal("window", { innerHeight: 800 });
  const scroller = new RowScroller({ followsEnd: true }).begin(3, 20);
  expect(scroller.view()).toMatchObject({ from: 0, to: 3, first: 0, last: 2 });
  expect(scroller.topOf(0)).toBe(0);
});

test("the row below the bar with a section's name is the first that the bar leaves to more than a half", () => {
  vi.stubGlobal("window", { innerHeight: 824 });
  // The view is 412 pixels high: 100 rows end 12 pixels below the top of one.
  const scroller = new RowScroller({ followsEnd: true }).begin(100, 20);
  expect(scroller.view().first).toBe(79);
  expect(scroller.topRows()).toEqual({ whole: 80, belowBar: 81 });
});

/** A list of rows in an element that is 100 pixels high. */
function list(count: number, heightOf: (row: number) => number, headPx = 0) {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  const sizer = { style: { height: "" } };
  const element = Object.assign(new EventTarget(), { clientHeight: 100, clientWidth: 50, scrollTop: 0 });
  const scroller = new RowScroller({ headPx, overscan: 2 });
  scroller.setRows(count, () => RowHeights.of(count, heightOf));
  // Both have the members that a scroller uses.
  const stop = scroller.attach({ scroller: element, sizer } as unknown as Parameters<
    RowScroller["attach"]
  >[0]);
  onTestFinished(stop);
  const scrollTo = (top: number) => {
    element.scrollTop = top;
    element.dispatchEvent(new Event("scroll"));
  };
  return { scroller, element, sizer, scrollTo };
}

test("a list begins at its top, however it grows", () => {
  const { scroller, element, sizer } = list(50, () => 20);
  expect(scroller.view()).toMatchObject({ first: 0, last: 4, height: 100, isFollowing: false });
  expect(sizer.style.height).toBe("1000px");
  scroller.setRows(60, () => RowHeights.of(60, () => 20));
  expect(sizer.style.height).toBe("1200px");
  expect(element.scrollTop).toBe(0);
});

test("a row is shown by moving no more than needed, below a head", () => {
  const { scroller, element } = list(50, () => 20, 30);
  scroller.show(2, "nearest");
  expect(element.scrollTop).toBe(0);
  // 70 pixels of rows are in view below the head.
  scroller.show(5, "nearest");
  expect(element.scrollTop).toBe(50);
  scroller.show(1, "nearest");
  expect(element.scrollTop).toBe(20);
  scroller.show(30, "middle");
  expect(element.scrollTop).toBe(575);
});

test("a row that was shown stays in view as it is measured, until something else is scrolled to", () => {
  const { scroller, element, scrollTo } = list(50, () => 20);
  scroller.show(10, "nearest");
  expect(element.scrollTop).toBe(120);
  scroller.measure(new Map([[10, 60]]));
  expect(element.scrollTop).toBe(160);
  scrollTo(0);
  scroller.measure(new Map([[10, 80]]));
  expect(element.scrollTop).toBe(0);
});

test("rows that are measured above the view do not move those in it", () => {
  const { scroller, element, scrollTo } = list(50, () => 20);
  scrollTo(400);
  expect(scroller.view().first).toBe(20);
  scroller.measure(new Map([[19, 50]]));
  expect(element.scrollTop).toBe(430);
  expect(scroller.view().first).toBe(20);
});

test("what the user scrolls between two events is not undone by other rows", () => {
  const { scroller, element } = list(50, () => 20);
  element.scrollTop = 300;
  scroller.setRows(51, () => RowHeights.of(51, () => 20));
  expect(element.scrollTop).toBe(300);
  expect(scroller.view().first).toBe(15);
});

test("rows stay where they are while something below them is scrolled to", () => {
  const { scroller, scrollTo } = list(3, () => 20);
  scrollTo(40);
  expect(scroller.view()).toMatchObject({ first: 2, last: 2, shift: 0 });
  expect(scroller.topOf(2)).toBe(40);
});
