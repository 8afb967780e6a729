import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "../../testing/rounds.ts";
import { operations } from "../index.ts";
import { createFile, getFile } from "../resources/files.ts";
import { getRefArtifactFile } from "../resources/jobs.ts";
import { createProjectSnippet } from "../resources/project-snippets.ts";
import { decodeInput } from "./decode.ts";
import { encodeCall, InvalidInput } from "./encode.ts";
import { createMatcher } from "./match.ts";
import type { AnyOperation } from "./operation.ts";
import { arbitraryInput } from "./testing/arbitrary-input.ts";

const match = createMatcher(Object.values(operations));

/** Returns the input that a service decodes from an encoded call. */
function overTheWire(operation: AnyOperation, input: unknown, mode: "strict" | "lenient") {
  const call = encodeCall(operation, input);
  const url = new URL(`http://service/api/v4${call.path}`);
  const found = match(call.method, url.pathname.slice("/api/v4".length));
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
