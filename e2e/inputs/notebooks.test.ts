import { expect, it } from "vitest";
import { z } from "zod";
import { readNotebook } from "../../renderer/workers/notebook/read-notebook.ts";
import { readInputs } from "./read-inputs.ts";

const inputs = readInputs("./notebooks.txt", z.looseObject({}));

it.each(inputs)("$name is read", ({ text, right }) => {
  expect(readNotebook(text)).toEqual(right);
});
