import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RelativeDay, RelativeTime } from "./relative-time.tsx";
import { onTick } from "./shared-clock.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-26T23:59:00Z") }));
afterEach(() => void vi.useRealTimers());

it("has one timer, however many texts follow it, and none without them", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const ends = [onTick(first), onTick(second)];
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(30_000);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  ends[0]?.();
  vi.advanceTimersByTime(30_000);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
  ends[1]?.();
  expect(vi.getTimerCount()).toBe(0);
});

it("has another day and another time after midnight", () => {
  const draw = () =>
    renderToStaticMarkup(
      <>
        <RelativeDay day="2026-11-26" /> <RelativeTime time="2026-11-26T23:58:30Z" />
      </>,
    ).replaceAll(/<[^>]*>/g, "");
  expect(draw()).toBe("Today just now");
  vi.advanceTimersByTime(90_000);
  expect(draw()).toBe("Yesterday 2 minutes ago");
});
