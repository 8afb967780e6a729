import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, it } from "vitest";

/*
 * Whether a control writes is derived from the sources: its handler is followed through functions, hooks, props and imports
 * to what sends every write of the page.
 */

const root = join(import.meta.dirname, "../..");
const sinks = new Set(["useWrite", "sendWrite", "callWrite", "createWriteFlow"]);
const controls = new Set(["MenuItem", "Button", "IconButton", "Switch", "EmojiPicker"]);

/** A top-level statement: what it declares within itself, and the parameters of the function that it is. */
interface Scope {
  readonly path: string;
  readonly name: string;
  readonly inner: Map<string, ESTree.Node[]>;
  readonly parameters: Set<string>;
}

/** An expression and where it is. */
interface Place {
  readonly node: ESTree.Node;
  readonly scope: Scope;
}

interface Control {
  readonly at: string;
  readonly says: boolean;
  readonly handler: Place;
}

const declared = new Map<string, Place>();
const imported = new Map<string, { readonly path: string; readonly name: string }>();
const passed = new Map<string, Place[]>();
const found: Control[] = [];

/** Returns the names that a pattern declares. */
function namesIn(pattern: ESTree.Node | null): string[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((one) =>
        namesIn(one.type === "RestElement" ? one.argument : one.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap(namesIn);
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

function visit(node: ESTree.Node, visitors: ConstructorParameters<typeof Visitor>[0]): void {
  const statement = /(Declaration|Statement)$/.test(node.type)
    ? node
    : { type: "ExpressionStatement", expression: node, start: 0, end: 0 };
  const body = [statement as ESTree.Statement];
  new Visitor(visitors).visit({
    type: "Program",
    body,
    sourceType: "module",
    hashbang: null,
    start: 0,
    end: 0,
  });
}

/** Returns the names that an expression uses, but for those of members. */
function usedIn(node: ESTree.Node): Set<string> {
  const members = new Set<unknown>();
  const used = new Set<string>();
  visit(node, {
    MemberExpression(one) {
      if (!one.computed) members.add(one.property);
    },
    Property(one) {
      if (!one.computed && !one.shorthand) members.add(one.key);
    },
    TSTypeReference(one) {
      members.add(one.typeName);
    },
  });
  visit(node, {
    Identifier(one) {
      if (!members.has(one)) used.add(one.name);
    },
  });
  return used;
}

function readElement(element: ESTree.JSXOpeningElement, scope: Scope, text: string): void {
  if (element.name.type !== "JSXIdentifier") return;
  const tag = element.name.name;
  const attributes = new Map<string, Place | null>();
  for (const one of element.attributes) {
    if (one.type !== "JSXAttribute" || one.name.type !== "JSXIdentifier") continue;
    const value = one.value?.type === "JSXExpressionContainer" ? one.value.expression : null;
    attributes.set(one.name.name, value && { node: value, scope });
  }
  for (const [name, place] of attributes) {
    if (place) passed.set(`${tag}.${name}`, [...(passed.get(`${tag}.${name}`) ?? []), place]);
  }
  const handler = ["onSelect", "onClick", "onChange", "onChoose"]
    .map((one) => attributes.get(one))
    .find(Boolean);
  const line = text.slice(0, element.start).split("\n").length;
  // What is in the library gets its handlers from elsewhere.
  if (handler && controls.has(tag) && !scope.path.startsWith("ui/"))
    found.push({ at: `${scope.path}:${line} ${tag}`, says: attributes.has("writes"), handler });
}

function readStatement(statement: ESTree.Statement, path: string, text: string): void {
  const own = "declaration" in statement && statement.declaration ? statement.declaration : statement;
  const variables = own.type === "VariableDeclaration" ? own.declarations : [];
  const [variable] = variables;
  const name =
    (own.type === "FunctionDeclaration" ? own.id?.name : variable && namesIn(variable.id)[0]) ?? "";
  const callable = own.type === "FunctionDeclaration" ? own : variable?.init;
  const parameters =
    callable?.type === "FunctionDeclaration" || callable?.type === "ArrowFunctionExpression"
      ? callable.params.flatMap((one) => namesIn(one))
      : [];
  const scope: Scope = { path, name, inner: new Map(), parameters: new Set(parameters) };
  if (own.type === "FunctionDeclaration") declared.set(`${path}#${name}`, { node: own, scope });
  for (const { id, init } of variables)
    for (const each of namesIn(id)) if (init) declared.set(`${path}#${each}`, { node: init, scope });
  const add = (inner: string, node: ESTree.Node) =>
    scope.inner.set(inner, [...(scope.inner.get(inner) ?? []), node]);
  visit(statement, {
    VariableDeclarator(one) {
      if (one.init && !variables.includes(one)) for (const each of namesIn(one.id)) add(each, one.init);
    },
    FunctionDeclaration(one) {
      if (one !== own && one.id) add(one.id.name, one);
    },
    // What a ref holds is what its name stands for.
    AssignmentExpression({ left, right }) {
      if (left.type === "MemberExpression" && left.object.type === "Identifier") add(left.object.name, right);
    },
    JSXOpeningElement: (one) => readElement(one, scope, text),
  });
}

const sources = globSync("**/*.{ts,tsx}", { cwd: root }).map((path) => path.replaceAll("\\", "/"));
for (const path of sources.filter((one) => !/\.test\.tsx?$|^testing\//.test(one))) {
  const text = readFileSync(join(root, path), "utf8");
  for (const statement of parseSync(path, text).program.body) {
    if (statement.type !== "ImportDeclaration") readStatement(statement as ESTree.Statement, path, text);
    else if (statement.source.value.startsWith("."))
      for (const one of statement.specifiers) {
        const from = normalize(join(dirname(path), statement.source.value)).replaceAll("\\", "/");
        const name = one.type === "ImportSpecifier" && "name" in one.imported ? one.imported.name : "*";
        imported.set(`${path}#${one.local.name}`, { path: from, name });
      }
  }
}

function writes({ node, scope }: Place, seen: Set<string>): boolean {
  return [...usedIn(node)].some((name) => nameWrites(name, scope, seen));
}

function nameWrites(name: string, scope: Scope, seen: Set<string>): boolean {
  const key = `${scope.path}#${scope.name}#${name}`;
  if (seen.has(key)) return false;
  seen.add(key);
  const inner = scope.inner.get(name);
  if (inner) return inner.some((node) => writes({ node, scope }, seen));
  if (scope.parameters.has(name))
    return (passed.get(`${scope.name}.${name}`) ?? []).some((place) => writes(place, seen));
  return exportWrites(name, scope.path, seen);
}

function exportWrites(name: string, path: string, seen: Set<string>): boolean {
  const key = `${path}#${name}`;
  const own = declared.get(key);
  if (own) return !seen.has(`own ${key}`) && writes(own, seen.add(`own ${key}`));
  const from = imported.get(key);
  if (!from) return false;
  return (sinks.has(from.name) && from.path.startsWith("api/")) || exportWrites(from.name, from.path, seen);
}

it("finds what writes, through hooks, props and other files", () => {
  const writing = found.filter(({ handler }) => writes(handler, new Set())).map(({ at }) => at);
  expect(writing.length).toBeGreaterThan(40);
  for (const [path, tag] of [
    ["views/wiki/read/page-reader.tsx", "MenuItem"],
    ["features/ci/job-head-actions.tsx", "Button"],
    ["features/comments/comment.tsx", "IconButton"],
  ] as const)
    expect(writing.some((at) => at.startsWith(path) && at.endsWith(tag))).toBe(true);
});

it("every item, button and switch that writes says so, by which it waits while its service is away", () => {
  // `writes={false}` says that its handler only looks like it.
  const silent = found.filter(({ says, handler }) => !says && writes(handler, new Set()));
  expect(silent.map(({ at }) => at)).toEqual([]);
});
