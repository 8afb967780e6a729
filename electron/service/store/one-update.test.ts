import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, it } from "vitest";

const folder = import.meta.dirname;

/** Returns the text of a string or template; null for other expressions. */
function textOf(node: ESTree.Node | undefined): string | null {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.raw).join("?") : null;
}

/** Methods of a store that run a statement; an update may return rows. */
const methods = ["all", "get", "run"];

/** Returns the tables that each function of a file updates, once for each statement. */
function updatesOf(path: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const statement of parseSync(path, readFileSync(join(folder, path), "utf8")).program.body) {
    const updates: string[] = [];
    new Visitor({
      CallExpression({ callee, arguments: [sql] }) {
        if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
        const [, table] = /^\s*UPDATE\s+(\S+)\s+SET\b/i.exec(textOf(sql) ?? "") ?? [];
        if (methods.includes(callee.property.name) && table) updates.push(table);
      },
    }).visit({ type: "Program", body: [statement], sourceType: "module", hashbang: null, start: 0, end: 0 });
    found.set(`${path}:${statement.start}`, updates);
  }
  return found;
}

const files = globSync("**/*.ts", { cwd: folder }).filter((path) => !/\.test\.ts$|schema\.ts$/.test(path));

it("changes a row with one statement", () => {
  const updates = files.flatMap((path) => [...updatesOf(path)]);
  expect(updates.flatMap(([, tables]) => tables).length).toBeGreaterThan(20);
  expect(updates.filter(([, tables]) => new Set(tables).size < tables.length)).toEqual([]);
});

it("changes no column by a statement of its own", () => {
  const oneColumn = /\bSET\s+\$\{\w+\}\s*=/i;
  expect(oneColumn.test("UPDATE users SET \x24{column} = ? WHERE id = ?")).toBe(true);
  expect(files.filter((path) => oneColumn.test(readFileSync(join(folder, path), "utf8")))).toEqual([]);
});
