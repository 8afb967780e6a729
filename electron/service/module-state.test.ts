import { readdirSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, it } from "vitest";

const service = new URL("./", import.meta.url);

/** Source files of the service that run. */
const files = readdirSync(service, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts") && !/\.test\.ts$|(?:^|\/)testing\//.test(path),
);

/** Classes whose instances nothing changes. A `Set` or `Map` counts as one where it is filled at once. */
const immutable = new Set(["URL", "TextEncoder", "TextDecoder", "RegExp", "Intl"]);
const filled = new Set(["Set", "Map"]);
/** Expressions whose value can be changed in place; what a function returns has an owner. */
const changeable = new Set(["ObjectExpression", "ArrayExpression", "NewExpression", "Literal"]);
const mutators = new Set(["add", "set", "delete", "clear", "push", "pop", "shift", "unshift", "splice"]);

/** Returns the name that an expression such as `state.timer` or `names[0]` begins with; null for any other. */
function rootOf(node: ESTree.Node): string | null {
  if (node.type === "Identifier") return node.name;
  return node.type === "MemberExpression" ? rootOf(node.object) : null;
}

/** Returns the bindings of a module that are, or have, something that changes. */
function mutableBindings(path: string, source: string): string[] {
  const { program } = parseSync(path, source);
  const found: string[] = [];
  /** Constants with a value that may be changed in place. */
  const constants = new Set<string>();
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declared.declarations) {
      if (id.type !== "Identifier") continue;
      if (init && changeable.has(init.type)) constants.add(id.name);
      if (declared.kind !== "const") found.push(id.name);
      if (init?.type !== "NewExpression") continue;
      const name = rootOf(init.callee) ?? "";
      if (!immutable.has(name) && !(filled.has(name) && init.arguments.length > 0)) found.push(id.name);
    }
  }
  const changes = (node: ESTree.Node) => {
    const name = node.type === "MemberExpression" ? rootOf(node) : null;
    if (name !== null && constants.has(name)) found.push(name);
  };
  new Visitor({
    AssignmentExpression: ({ left }) => changes(left),
    UpdateExpression: ({ argument }) => changes(argument),
    CallExpression: ({ callee }) => {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (mutators.has(callee.property.name)) changes(callee);
    },
  }).visit(program);
  return [...new Set(found)];
}

it.each([
  "let count = 0;",
  "const known = new Map<string, string>();",
  "export const locks = new WeakMap<object, string>();",
  "const pages = new Cache<number>(5);",
  "const state = { timer: null as unknown }; function f() { state.timer = 1; }",
  "const names = new Set(['a']); const f = () => names.add('b');",
  "const counts = { all: 0 }; const f = () => counts.all++;",
])("finds that %s changes", (source) => expect(mutableBindings("a.ts", source)).toHaveLength(1));

it.each([
  "const names: ReadonlySet<string> = new Set(['a']);",
  "const pagesOf = acrossRepositories(() => new Cache<number>(5));",
  "const limits = { ms: 5 }; function f() { const found = { ms: 1 }; found.ms = limits.ms; }",
])("takes %s for a constant", (source) => expect(mutableBindings("a.ts", source)).toEqual([]));

it("has no state in a module: two services in one process share nothing", () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((path) =>
    mutableBindings(path, readFileSync(new URL(path, service), "utf8")).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});
