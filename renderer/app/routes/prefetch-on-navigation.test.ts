import type { AnyRouter } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { prefetchOnNavigation } from "./prefetch-on-navigation.ts";

afterEach(() => vi.unstubAllGlobals());

test("requests a job and its log before the router renders its address, and nothing for other ones", () => {
  const requested: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    requested.push(url);
    return new Promise(() => undefined);
  });
  let navigate = (_: { toLocation: { href: string }; pathChanged: boolean }) => {};
  const router = {
    subscribe: (event: string, listener: typeof navigate) => {
      expect(event).toBe("onBeforeNavigate");
      navigate = listener;
    },
  };
  // The used part of a router.
  prefetchOnNavigation(router as unknown as AnyRouter);

  navigate({ toLocation: { href: "/a/1/p/group%2Fapp/jobs" }, pathChanged: true });
  navigate({ toLocation: { href: "/a/1/p/group%2Fapp/jobs/7/artifacts" }, pathChanged: true });
  navigate({ toLocation: { href: "/a/1/p/group%2Fapp/jobs/7?q=error" }, pathChanged: false });
  expect(requested).toEqual([]);

  navigate({ toLocation: { href: "/a/1/p/group%2Fapp/jobs/70701?q=error#L3" }, pathChanged: true });
  expect(requested).toHaveLength(2);
  // Its first lines are drawn at once; the rest of the log and its analysis wait.
  expect(requested[0]).toMatch(/\/traces\/1\/group%2Fapp\/70701\/follow\?ahead=false$/);
  expect(requested[1]).toContain("/projects/group%2Fapp/jobs/70701");
});
