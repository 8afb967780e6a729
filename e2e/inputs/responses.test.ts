import { expect, it } from "vitest";
import { z } from "zod";
import { readResponse } from "../../shared/api/contract/read-response.ts";
import { operations } from "../../shared/api/index.ts";
import { readInputs } from "./read-inputs.ts";

/** Reading of a response: values by path, null for a field that is not there either, and fields that stay absent. */
const right = z.strictObject({
  operation: z.string(),
  shows: z.record(z.string(), z.unknown()),
  absent: z.array(z.string()),
});

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((holder, key) => Object(holder)[key], value);

/** Responses in the shapes of versions 10 to 18, as the interface's documents and entities of each have them. */
it.each(readInputs("./responses.txt", right).map((input) => [input.name, input] as const))(
  "reads %s without a mismatch",
  (_, input) => {
    const operation = Object.entries(operations).find(([name]) => name === input.right.operation)?.[1];
    if (!operation) throw new Error(`There is no ${input.right.operation}.`);
    const { value, mismatches } = readResponse(operation, JSON.parse(input.text));
    expect(mismatches).toEqual([]);
    for (const [path, expected] of Object.entries(input.right.shows))
      expect([path, at(value, path) ?? null]).toEqual([path, expected]);
    for (const path of input.right.absent) expect([path, at(value, path) ?? null]).toEqual([path, null]);
  },
);
