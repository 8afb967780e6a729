import { expect, it } from "vitest";
import { z } from "zod";
import { submoduleUrl } from "../../renderer/views/repository/submodule/submodule-url.ts";
import { readInputs } from "./read-inputs.ts";

/** The URL at each path, as `git config` reads it. */
const right = z.record(z.string(), z.string().nullable());

it.each(readInputs("gitmodules", right))("finds the URLs in $name", ({ text, right: urls }) => {
  const paths = Object.keys(urls);
  expect(Object.fromEntries(paths.map((path) => [path, submoduleUrl(text, path)]))).toEqual(urls);
});
