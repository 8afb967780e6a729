import { expect, it } from "vitest";
import { z } from "zod";
import { decodeInput } from "../../shared/api/contract/decode.ts";
import { operations } from "../../shared/api/index.ts";
import { readInputs } from "./read-inputs.ts";

const right = z.object({
  operation: z.string(),
  place: z.enum(["query", "form", "multipart", "json"]),
  /** The parameters that count, as the operation gets them. */
  value: z.record(z.string(), z.unknown()),
});

const byName = new Map(Object.entries(operations));
/** Values of every parameter of a path. */
const params = { id: "1", merge_request_iid: "2", user_id: "3", pipeline_id: "4" };

function toBody(place: z.infer<typeof right>["place"], text: string): unknown {
  if (place === "json") return JSON.parse(text);
  const form = new URLSearchParams(text);
  if (place !== "multipart") return form;
  const parts = new FormData();
  for (const [name, value] of form) parts.append(name, value);
  return parts;
}

it.each(readInputs("./nested-parameters.txt", right))(
  "$name",
  ({ text, right: { operation, place, value } }) => {
    const declared = byName.get(operation);
    if (!declared) throw new Error(`There is no operation ${operation}`);
    const isQuery = place === "query";
    const own = Object.fromEntries(Object.entries(params).filter(([name]) => name in declared.params));
    const search = new URLSearchParams(isQuery ? text : "");
    const body = isQuery ? undefined : toBody(place, text);
    const input = decodeInput(declared, { params: own, search, body }, "lenient");
    expect(Object.fromEntries(Object.keys(value).map((name) => [name, input[name]]))).toEqual(value);
  },
);
