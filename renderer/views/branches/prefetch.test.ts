import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { prefetchBranches } from "./prefetch.ts";

afterEach(() => vi.unstubAllGlobals());

/** Branches as a service sends them; those named in `defaults` are the default one. */
const branchesOf = (names: readonly string[], defaults: readonly string[]) =>
  names.map((name) => ({
    name,
    merged: false,
    protected: false,
    developers_can_push: false,
    developers_can_merge: false,
    default: defaults.includes(name),
    commit: { id: name, short_id: name, title: name, author_name: "", author_email: "" },
  }));

/** Prefetches over a service with these latest branches; the last parts of the paths of operations are added to the result. */
function prefetchWith(latest: readonly string[]): readonly string[] {
  const requested: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const path = url.replace(/\?.*$/, "");
    if (path.includes("/operations/")) requested.push(path.split("/").at(-1) ?? "");
    if (path.endsWith("/branches")) return Response.json(branchesOf(latest, ["main"]));
    if (path.endsWith("/main")) return Response.json(branchesOf(["main"], ["main"])[0]);
    if (path.endsWith("/ahead_behind")) return Response.json([]);
    return Response.json({ id: 1, default_branch: "main", path_with_namespace: "a/b" });
  });
  prefetchBranches(new QueryClient(), { account: "1", project: "a/b" }, {});
  return requested;
}

it("reads the default branch with the latest ones, where it is not among them", async () => {
  const requested = prefetchWith(["topic"]);
  await vi.waitFor(() => expect(requested.toSorted()).toEqual(["a%2Fb", "ahead_behind", "branches", "main"]));
});

it("reads the default branch once", async () => {
  const requested = prefetchWith(["main", "topic"]);
  await vi.waitFor(() => expect(requested.toSorted()).toEqual(["a%2Fb", "ahead_behind", "branches"]));
  // Requests that depend on the responses would be sent immediately.
  await new Promise((next) => setTimeout(next, 50));
  expect(requested).toHaveLength(3);
});
