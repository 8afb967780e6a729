import { z } from "zod";

const entries = z.array(z.object({ path: z.string(), type: z.string() }));

/** Paths of the files and submodules in the JSON of a recursive tree listing, in its order. */
export function readTree(json: ArrayBuffer): string[] {
  const tree = entries.parse(JSON.parse(new TextDecoder().decode(json)));
  return tree.flatMap(({ path, type }) => (type === "tree" ? [] : [path]));
}
