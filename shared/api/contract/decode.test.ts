import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operations } from "../index.ts";
import { createBranch, listBranches } from "../resources/branches.ts";
import { createCommit, listCommits } from "../resources/commits.ts";
import { getFile } from "../resources/files.ts";
import { listGroups } from "../resources/groups.ts";
import { listJobs } from "../resources/jobs.ts";
import { updateMergeRequest } from "../resources/merge-request-changes.ts";
import { createRelease } from "../resources/releases.ts";
import { getMergeBase } from "../resources/repository.ts";
import { decodeInput } from "./decode.ts";
import { encodeCall, InvalidInput } from "./encode.ts";
import { createMatcher } from "./match.ts";
import { nest } from "./nest.ts";

const match = createMatcher(Object.values(operations));

/** Returns the input that a service decodes from a client's call. */
function roundTrip(operation: Parameters<typeof encodeCall>[0], input: unknown) {
  const call = encodeCall(operation, input);
  const url = new URL(`http://service${call.path}`);
  const found = match(call.method, url.pathname);
  expect(found?.operation).toBe(operation);
  const body = typeof call.body === "string" ? JSON.parse(call.body) : call.body;
  return decodeInput(operation, { params: found?.params ?? {}, search: url.searchParams, body }, "strict");
}

describe("calls", () => {
  it("arrive as they were meant, whatever is in a name", () => {
    const name = fc.string({ unit: "binary", minLength: 1 }).filter((text) => !/[\ud800-\udfff]/.test(text));
    fc.assert(
      fc.property(name, name, (file_path, ref) => {
        const input = { id: "group/sub.group/app", file_path, ref };
        expect(roundTrip(getFile, input)).toEqual(input);
      }),
    );
  });

  it("carry arrays, booleans and times", () => {
    expect(roundTrip(getMergeBase, { id: 1, refs: ["a", "b/c"] })).toEqual({ id: 1, refs: ["a", "b/c"] });
    const input = { id: 1, all: true, since: "2026-01-02T03:04:05+02:00", per_page: 5 };
    expect(roundTrip(listCommits, input)).toEqual(input);
    expect(roundTrip(listGroups, { skip_groups: [1, 2] })).toEqual({ skip_groups: [1, 2] });
  });

  it("with unknown names are refused by the host and tolerated by the service", () => {
    const call = { params: { id: "1" }, search: new URLSearchParams("wat=1&search=x"), body: undefined };
    expect(() => decodeInput(listBranches, call, "strict")).toThrow(InvalidInput);
    expect(decodeInput(listBranches, call, "lenient")).toEqual({ id: 1, search: "x" });
  });

  it("report what is missing and what is wrong", () => {
    const read = (body: unknown) => {
      try {
        decodeInput(createBranch, { params: { id: "1" }, search: new URLSearchParams(), body }, "lenient");
        return null;
      } catch (error) {
        return error instanceof InvalidInput
          ? error.issues.map(({ field, kind }) => `${field} ${kind}`)
          : error;
      }
    };
    expect(read({})).toEqual(["branch missing", "ref missing"]);
    expect(read({ branch: ["x"], ref: "main" })).toEqual(["branch invalid"]);
  });

  it("of forms contain lists of objects, as Rails parses them", () => {
    const form = new URLSearchParams([
      ["branch", "main"],
      ["commit_message", "x"],
      ["actions[][action]", "create"],
      ["actions[][file_path]", "a"],
      ["actions[][content]", "1"],
      ["actions[][action]", "chmod"],
      ["actions[][file_path]", "b"],
      ["actions[][execute_filemode]", "true"],
    ]);
    const call = { params: { id: "1" }, search: new URLSearchParams(), body: form };
    expect(decodeInput(createCommit, call, "lenient").actions).toEqual([
      { action: "create", file_path: "a", content: "1" },
      { action: "chmod", file_path: "b", execute_filemode: true },
    ]);
  });

  it("take numbered entries as a list, and a literal name of a nested field", () => {
    const call = (search: string, body?: unknown) => ({
      params: { id: "1" },
      search: new URLSearchParams(search),
      body,
    });
    const scope = "scope[1]=failed&scope[0]=running&scope[10]=success";
    expect(decodeInput(listJobs, call(scope), "lenient").scope).toEqual(["running", "failed", "success"]);
    const actions = new URLSearchParams({
      branch: "main",
      commit_message: "x",
      "actions[0][action]": "create",
      "actions[0][file_path]": "a",
      "actions[0][content]": "1",
    });
    expect(decodeInput(createCommit, call("", actions), "lenient").actions).toEqual([
      { action: "create", file_path: "a", content: "1" },
    ]);
    const labels = (given: unknown) =>
      decodeInput(
        updateMergeRequest,
        { ...call("", { labels: given }), params: { id: "1", merge_request_iid: "2" } },
        "lenient",
      ).labels;
    expect([labels(["docs", "bug"]), labels("docs,bug"), labels([])]).toEqual(["docs,bug", "docs,bug", ""]);
    const links = [{ name: "gauge", url: "https://forge.example/gauge" }];
    for (const body of [
      { tag_name: "v1", description: "", "assets:links": links },
      new URLSearchParams({
        tag_name: "v1",
        description: "x",
        "assets:links[][name]": "gauge",
        "assets:links[][url]": "https://forge.example/gauge",
      }),
    ])
      expect(decodeInput(createRelease, call("", body), "lenient").assets).toEqual({ links });
  });

  it("cannot reach a prototype", () => {
    const nested = nest(new URLSearchParams("__proto__[polluted]=1&a[__proto__][polluted]=1").entries());
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(nested)).toBeNull();
  });

  it("read times in the looser forms that services accept", () => {
    const call = (since: string) => ({
      params: { id: "1" },
      search: new URLSearchParams({ since }),
      body: undefined,
    });
    expect(decodeInput(listCommits, call("2026-01-02"), "lenient").since).toBe("2026-01-02T00:00:00.000Z");
    expect(() => decodeInput(listCommits, call("yesterday"), "lenient")).toThrow(InvalidInput);
  });
});
