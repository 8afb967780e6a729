import { bundledLanguages } from "shiki/langs";
import { expect, test } from "vitest";
import { z } from "zod";
import { packGrammars } from "./pack-grammars.ts";

const file = z.record(z.string(), z.looseObject({ name: z.string(), scopeName: z.string() }));

test("every language finds its grammar, and those that it embeds, in the files that it names", async () => {
  const { files, languages } = await packGrammars();
  const contents = files.map((content) => file.parse(JSON.parse(content)));
  expect(Object.keys(languages)).toEqual(Object.keys(bundledLanguages));
  for (const [name, load] of Object.entries(bundledLanguages)) {
    const { default: expected } = await load();
    const [numbers, needed] = languages[name] ?? [[], []];
    const all = Object.assign({}, ...numbers.map((number) => contents[number]));
    expect(needed.map((each) => all[each].scopeName)).toEqual([
      ...new Set(expected.map(({ scopeName }) => scopeName)),
    ]);
    expect(needed.at(-1)).toBe(expected.at(-1)?.name);
  }
});

test("no grammar is in two files, and a language of every day reads little", async () => {
  const { files, languages } = await packGrammars();
  const names = files.flatMap((content) => Object.keys(file.parse(JSON.parse(content))));
  expect(new Set(names).size).toBe(names.length);
  expect(files.length).toBeLessThanOrEqual(60);
  const charactersOf = (name: string) =>
    (languages[name]?.[0] ?? []).reduce((sum, number) => sum + (files[number]?.length ?? 0), 0);
  for (const name of ["typescript", "python", "go", "rust", "json", "yaml", "shellscript", "ts", "sh"])
    expect(charactersOf(name), name).toBeLessThan(260_000);
});
