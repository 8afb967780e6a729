import { describe, expect, it } from "vitest";
import { operations } from "../index.ts";
import { readResponse } from "./read-response.ts";
import { allowedChanges, exampleResponse, sparseResponse } from "./testing/example-response.ts";

const read = Object.entries(operations).flatMap(([name, { response }]) =>
  response.kind === "json" ? [[name, response] as const] : [],
);

describe("responses with a field absent or null", () => {
  it.each(read)("of %s are read without a mismatch", (_, response) => {
    const example = exampleResponse(response.schema);
    expect(readResponse({ response }, example).mismatches).toEqual([]);
    const changes = allowedChanges(response.schema, example);
    const failed = changes.filter(
      ({ response: changed }) => readResponse({ response }, changed).mismatches.length > 0,
    );
    expect(failed.map(({ name }) => name)).toEqual([]);
    for (const as of ["absent", "null"] as const)
      expect(readResponse({ response }, sparseResponse(response.schema, example, as)).mismatches).toEqual([]);
  });

  it("are of every field that a version may lack", () => {
    const count = read.reduce(
      (sum, [, { schema }]) => sum + allowedChanges(schema, exampleResponse(schema)).length,
      0,
    );
    expect(count).toBeGreaterThan(3_000);
  });
});
