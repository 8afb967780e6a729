import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, it } from "vitest";

const folder = import.meta.dirname;

/** Returns the types that a source gives to values without looking at them, but for `const` and names of columns. */
function uncheckedTypes(path: string, source: string): string[] {
  const found: string[] = [];
  const text = ({ start, end }: { readonly start: number; readonly end: number }) => source.slice(start, end);
  new Visitor({
    TSAsExpression: ({ typeAnnotation }) =>
      void (/^(?:const$|keyof typeof )/.test(text(typeAnnotation)) || found.push(text(typeAnnotation))),
    TSTypeAssertion: (node) => void found.push(text(node)),
    TSNonNullExpression: (node) => void found.push(text(node)),
    TSTypePredicate: (node) => void found.push(text(node)),
    TSAnyKeyword: (node) => void found.push(text(node)),
    MemberExpression: (node) =>
      void (/^z\.(?:any|custom|unknown)$/.test(text(node)) && found.push(text(node))),
  }).visit(parseSync(path, source).program);
  return found;
}

it("reads every column of a row through a schema", () => {
  const wrong = [
    "const one = store.get(sql) as UserRow;",
    "const all = store.all(sql) as unknown as readonly UserRow[];",
    "const isUser = (row: unknown): row is UserRow => true;",
    "const row = z.object({ id: z.any() });",
    "const id = (row: any) => row.id;",
  ];
  for (const source of wrong) expect(uncheckedTypes("a.ts", source), source).not.toEqual([]);
  const files = globSync("**/*.ts", { cwd: folder }).filter((path) => !path.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(40);
  expect(
    files.flatMap((path) =>
      uncheckedTypes(path, readFileSync(join(folder, path), "utf8")).map((type) => `${path}: ${type}`),
    ),
  ).toEqual([]);
});
