import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "../../testing/rounds.ts";
import { operations } from "../index.ts";
import { createBranch, listBranches } from "../resources/branches.ts";
import { createCommit, listCommits } from "../resources/commits.ts";
import { createFile, getFile } from "../resources/files.ts";
import { listGroups } from "../resources/groups.ts";
import { getRefArtifactFile } from "../resources/job-artifacts.ts";
import { listJobs } from "../resources/jobs.ts";
import { updateMergeRequest } from "../resources/merge-requests.ts";
import { createProjectSnippet } from "../resources/project-snippets.ts";
import { createRelease } from "../resources/releases.ts";
import { getMergeBase } from "../resources/repository.ts";
import { checkParameterCount, decodeInput, maxBrackets, maxParameters, nest } from "./decode.ts";
import { encodeCall } from "./encode.ts";
import { InvalidInput } from "./encode-values.ts";
import { createMatcher } from "./match.ts";
import type { AnyOperation } from "./operation.ts";
import { definitionOf, unwrap } from "./schema-walk.ts";
import { arbitraryInput } from "./testing/arbitrary-input.ts";

const match = createMatcher(Object.values(operations));

/** Returns the input that a service decodes from a client's call. */
function roundTrip(operation: Parameters<typeof encodeCall>[0], input: unknown) {
  const call = encodeCall(operation, input);
  const url = new URL(`http://service${call.path}`);
  const found = match(call.method, url.pathname, url.searchParams);
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

const nested = (text: string) => JSON.parse(JSON.stringify(nest(new URLSearchParams(text).entries())));

describe("names with brackets", () => {
  it.each([
    ["a=1&a=2", { a: "2" }],
    ["a[]=1&a[]=2", { a: ["1", "2"] }],
    ["a[b][c]=1&a[b][d]=2", { a: { b: { c: "1", d: "2" } } }],
    ["a[][b]=1&a[][c]=2&a[][b]=3", { a: [{ b: "1", c: "2" }, { b: "3" }] }],
    ["a[][b][c]=1&a[][b][c]=2", { a: [{ b: { c: "1" } }, { b: { c: "2" } }] }],
    ["a[][b][c]=1&a[][b][d]=2", { a: [{ b: { c: "1", d: "2" } }] }],
    ["a[][b][]=1&a[][b][]=2&a[][c]=3&a[][c]=4", { a: [{ b: ["1", "2"], c: "3" }, { c: "4" }] }],
    ["a[b][][c]=1&a[b][][d]=2&a[b][][c]=3", { a: { b: [{ c: "1", d: "2" }, { c: "3" }] } }],
    ["a[0][b]=1&a[1]=2", { a: { 0: { b: "1" }, 1: "2" } }],
    ["a[][][b]=1", { a: [{ "": { b: "1" } }] }],
    ["a=1&a[b]=2", { a: { b: "2" } }],
    ["a[b]=1&a[]=2", { a: ["2"] }],
    ["a[b=1", { a: "1" }],
    ["[a]=1", { a: "1" }],
    ["[=1", { "[": "1" }],
    ["a]b=1", { "a]b": "1" }],
    ["a[b]c[d]=1", { a: { b: { d: "1" } } }],
    ["a[[b]=1", { a: { "[b": "1" } }],
    ["=1", { "": "1" }],
  ])("are read: %s", (text, expected) => {
    expect(nested(text)).toEqual(expected);
  });

  it("are refused beyond ten pairs", () => {
    const name = (pairs: number) => `a${"[b]".repeat(pairs)}=1`;
    expect(() => nested(name(maxBrackets))).not.toThrow();
    expect(() => nested(name(maxBrackets + 1))).toThrow("A parameter has more than 10 pairs of brackets.");
    expect(() => nested(`a${"[]".repeat(maxBrackets + 1)}=1`)).toThrow("brackets");
  });
});

it("refuses more than a thousand parameters, before and while it reads them", () => {
  const text = (count: number) => "a[]=1&".repeat(count).slice(0, -1);
  expect(nested(text(maxParameters)).a).toHaveLength(maxParameters);
  expect(() => checkParameterCount(text(maxParameters))).not.toThrow();
  expect(() => nested(text(maxParameters + 1))).toThrow("More than 1000 parameters were sent.");
  expect(() => checkParameterCount(text(maxParameters + 1))).toThrow("More than 1000 parameters");
});

describe("nested forms", () => {
  /** Ways in which clients write the elements of a list: `a[]`, and `a[0]`. */
  const styles = ["brackets", "numbered"] as const;

  /** Returns names with brackets and their texts for a value, as libraries of clients write them. */
  function flatten(name: string, value: unknown, style: (typeof styles)[number]): [string, string][] {
    if (Array.isArray(value))
      return value.flatMap((entry, at) =>
        flatten(`${name}[${style === "brackets" ? "" : at}]`, entry, style),
      );
    if (typeof value === "object" && value !== null)
      return Object.entries(value).flatMap(([key, entry]) => flatten(`${name}[${key}]`, entry, style));
    return [[name, value === null ? "" : String(value)]];
  }

  const isNestedField = (field: unknown) =>
    ["array", "object", "record"].includes(definitionOf(unwrap(field as never)).type);

  const nested = Object.entries(operations).filter(([, { query, body }]: [string, AnyOperation]) =>
    Object.values({ ...query, ...body }).some(isNestedField),
  );

  /** Brackets in a key end it, commas separate a list that is written as one text, and an element is not empty. */
  const isPlain = (value: unknown): boolean => {
    if (value === null || value === "") return false;
    if (Array.isArray(value)) return value.length > 0 && value.every(isPlain) && areAlike(value);
    if (typeof value !== "object") return true;
    return (
      Object.keys(value).length > 0 &&
      Object.entries(value).every(([key, entry]) => /^[^[\]]+$/.test(key) && isPlain(entry))
    );
  };

  /** Without numbers, a further element begins only where a field of the last one is repeated. */
  const areAlike = (values: readonly unknown[]): boolean =>
    values.every((value) => typeof value !== "object" || value === null) ||
    new Set(values.map((value) => JSON.stringify(Object.keys(Object(value))))).size === 1;

  it("has operations to try", () => expect(nested.length).toBeGreaterThan(20));

  describe.each(styles)("names with brackets, lists %s", (style) => {
    it.each(nested)("of %s are read in query, form and multipart", (_, operation: AnyOperation) => {
      fc.assert(
        fc.property(arbitraryInput(operation).filter(isPlain), (input) => {
          const inQuery = Object.keys(operation.query);
          const params = Object.keys(operation.params).map((name) => [name, String(input[name])]);
          const pairs = (names: readonly string[]) =>
            names.flatMap((name) => (name in input ? flatten(name, input[name], style) : []));
          const search = new URLSearchParams(pairs(inQuery));
          const form = pairs(Object.keys(operation.body));
          const parts = new FormData();
          for (const [name, value] of form) parts.append(name, value);
          for (const body of form.length > 0 ? [new URLSearchParams(form), parts] : [undefined]) {
            const call = { params: Object.fromEntries(params), search, body };
            expect(decodeInput(operation, call, "lenient")).toEqual(input);
          }
        }),
        { numRuns: rounds(25, 3) },
      );
    });
  });
});

describe("round trip", () => {
  const match = createMatcher(Object.values(operations));

  /** Returns the input that a service decodes from an encoded call. */
  function overTheWire(operation: AnyOperation, input: unknown, mode: "strict" | "lenient") {
    const call = encodeCall(operation, input);
    const url = new URL(`http://service/api/v4${call.path}`);
    const found = match(call.method, url.pathname.slice("/api/v4".length), url.searchParams);
    expect(found?.operation).toBe(operation);
    const body = typeof call.body === "string" ? JSON.parse(call.body) : call.body;
    return decodeInput(operation, { params: found?.params ?? {}, search: url.searchParams, body }, mode);
  }

  describe("every operation's input", () => {
    it.each(Object.entries(operations))("of %s is the same after encoding and decoding", (_, operation) => {
      fc.assert(
        fc.property(arbitraryInput(operation), (input) => {
          expect(overTheWire(operation, input, "strict")).toEqual(input);
          expect(overTheWire(operation, input, "lenient")).toEqual(input);
        }),
        { numRuns: rounds(25, 3) },
      );
    });
  });

  /** Returns whether a value, or a value inside it, has a property that is undefined. */
  const holdsUndefined = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    !(value instanceof Blob) &&
    Object.values(value).some((inner) => inner === undefined || holdsUndefined(inner));

  describe("every operation's decoded input", () => {
    it.each(Object.entries(operations))("of %s has no property that is undefined", (_, operation) => {
      fc.assert(
        fc.property(arbitraryInput(operation), (input) => {
          expect(holdsUndefined(overTheWire(operation, input, "strict"))).toBe(false);
          expect(holdsUndefined(overTheWire(operation, input, "lenient"))).toBe(false);
        }),
        { numRuns: rounds(25, 3) },
      );
    });
  });

  describe("names that a URL cannot carry", () => {
    it.each([".", ".."])("refuses %s, which would name another operation", (name) => {
      expect(() => encodeCall(getFile, { id: 1, file_path: name, ref: "main" })).toThrow(InvalidInput);
      const artifact = { id: 1, ref_name: "main", artifact_path: `a/${name}/b`, job: "x" };
      expect(() => encodeCall(getRefArtifactFile, artifact)).toThrow(/^Artifact path cannot be/);
    });

    it("takes dots inside a longer name", () => {
      const input = { id: 1, file_path: "../x/..a", ref: ".." };
      expect(overTheWire(getFile, input, "strict")).toEqual(input);
    });
  });

  describe("fields with another name in newer services", () => {
    const input = { id: 1, title: "t", file_name: "f", code: "puts 1", visibility: "private" };

    it("are sent under both names and read under either", () => {
      const { body } = encodeCall(createProjectSnippet, input);
      expect(JSON.parse(String(body))).toMatchObject({ code: "puts 1", content: "puts 1" });
      const { code, id, ...rest } = input;
      const call = {
        params: { id: String(id) },
        search: new URLSearchParams(),
        body: { ...rest, content: code },
      };
      expect(decodeInput(createProjectSnippet, call, "lenient")).toEqual(input);
    });
  });

  describe("a hostile body", () => {
    const call = { params: { id: "1", file_path: "a" }, search: new URLSearchParams() };
    const fields = '"commit_message":"m","content":""';

    it("cannot smuggle fields in through a prototype", () => {
      const body: unknown = JSON.parse(`{"__proto__":{"branch":"main"},${fields}}`);
      expect(() => decodeInput(createFile, { ...call, body }, "strict")).toThrow(InvalidInput);
      expect(() => decodeInput(createFile, { ...call, body }, "lenient")).toThrow("Branch is missing.");
    });

    it.each([[[]], ["text"], [null], [7]])("of %j is refused", (body) => {
      expect(() => decodeInput(createFile, { ...call, body }, "lenient")).toThrow(InvalidInput);
    });

    it("reads a whole number only from digits", () => {
      const search = new URLSearchParams({ per_page: "2.0" });
      expect(() =>
        decodeInput(getFile, { params: { id: "1", file_path: "a" }, search, body: undefined }, "strict"),
      ).toThrow(InvalidInput);
    });
  });
});
