import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const peers = join(import.meta.dirname, "peers");
const importOfHelve = /import \{ ([\w, ]+) \} from "([./]+renderer[^"]*)"/g;

/** Names that the peers import of Helve's own modules: no type checker reads the peers. */
const imported = globSync("*/*.{js,jsx}", { cwd: peers }).flatMap((file) =>
  [...readFileSync(join(peers, file), "utf8").matchAll(importOfHelve)].map(([, names = "", path = ""]) => ({
    names: names.split(", "),
    module: join(peers, dirname(file), path),
  })),
);

test("what the benchmarks' peers import of Helve is exported there", async () => {
  expect(imported.length).toBeGreaterThan(0);
  for (const { names, module } of imported) {
    const exports: object = await import(/* @vite-ignore */ module);
    expect(Object.keys(exports), module).toEqual(expect.arrayContaining(names));
  }
});
