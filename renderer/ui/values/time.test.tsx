import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  formatAbsoluteTime,
  formatRelativeDay,
  formatRelativeTime,
  formatSeconds,
  onTick,
  RelativeDay,
  RelativeTime,
} from "./time.tsx";

describe("relative time", () => {
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
});

const now = new Date("2026-06-15T12:00:00Z");
const ago = (seconds: number) => formatRelativeTime(new Date(now.getTime() - seconds * 1000), now);

it("formats distances in the largest fitting unit", () => {
  expect(ago(10)).toBe("just now");
  expect(ago(50)).toBe("1 minute ago");
  expect(ago(58 * 60)).toBe("1 hour ago");
  expect(ago(5 * 3600)).toBe("5 hours ago");
  expect(ago(86_400)).toBe("yesterday");
  expect(ago(3 * 604_800)).toBe("3 weeks ago");
  expect(ago(400 * 86_400)).toBe("last year");
});

it("shows times of a service with a fast clock as just now", () => {
  expect(ago(-180)).toBe("just now");
  expect(ago(-7200)).toBe("just now");
  expect(ago(-400 * 86_400)).toBe("next year");
});

it("formats the future, and an invalid time as unknown", () => {
  const later = (seconds: number) => formatRelativeTime(new Date(now.getTime() + seconds * 1000), now, true);
  expect(later(5)).toBe("in a moment");
  expect(later(180)).toBe("in 3 minutes");
  expect(later(7200)).toBe("in 2 hours");
  expect(formatRelativeTime(new Date("no time"), now)).toBe("unknown");
  expect(formatAbsoluteTime(new Date("no time"))).toBe("unknown");
});

it("names durations in two units at most", () => {
  expect([0, 4.25, 42.4, 185, 7620, 270_000].map(formatSeconds)).toEqual([
    "0 s",
    "4.3 s",
    "42 s",
    "3 min 05 s",
    "2 h 07 min",
    "3 d 3 h",
  ]);
  expect(formatSeconds(Number.NaN)).toBe("unknown");
});

it("names days by their distance", () => {
  const days = ["2026-06-16", "2026-06-15", "2026-06-14", "2026-06-09", "2026-06-01"];
  expect(days.map((day) => formatRelativeDay(day, now))).toEqual([
    "Today",
    "Today",
    "Yesterday",
    "6 days ago",
    "2 weeks ago",
  ]);
});
