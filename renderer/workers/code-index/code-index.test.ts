import { expect, test } from "vitest";
import { CodeIndex } from "./code-index.ts";

const files = {
  "src/lamp.ts": "export class Lamp {\n  light(at: number) {}\n}\n",
  "src/use.ts": 'import { Lamp } from "./lamp.ts";\nconst lamp = new Lamp();\nlamp.light(2);\nLampless();\n',
  "other/lamp.rb": "module Light\n  def light(at)\n  end\nend\n",
  "docs/read.md": "# Lamp\n",
  "conf.json": '{ "light": 1 }\n',
};

async function indexed() {
  const index = new CodeIndex();
  for (const [path, text] of Object.entries(files)) await index.add(path, path, text);
  const all = new Map(Object.keys(files).map((path) => [path, path]));
  return (name: string, near = "src/use.ts") => index.find(all, name, near);
}

test("a name has its definitions with their first lines, and its uses as a word", async () => {
  const find = await indexed();
  const { definitions, uses, total } = find("Lamp");
  expect(definitions).toEqual([{ path: "src/lamp.ts", line: 1, kind: "class", text: files["src/lamp.ts"] }]);
  expect(uses.map(({ path, line }) => `${path}:${line}`)).toEqual([
    "src/use.ts:1",
    "src/use.ts:2",
    "docs/read.md:1",
  ]);
  expect(total).toBe(3);
});

test("definitions near the file come first; languages without a grammar have theirs by patterns", async () => {
  const find = await indexed();
  const paths = (near: string) => find("light", near).definitions.map(({ path, line }) => `${path}:${line}`);
  expect(paths("src/use.ts")).toEqual(["src/lamp.ts:2", "other/lamp.rb:2"]);
  expect(paths("other/use.rb")).toEqual(["other/lamp.rb:2", "src/lamp.ts:2"]);
});

test("a name with the characters of a pattern is found as it is", async () => {
  const index = new CodeIndex();
  await index.add("a", "a.js", "function $el() {}\n$el();\nfoo$el();\n");
  const { definitions, total } = index.find(new Map([["a.js", "a"]]), "$el", "a.js");
  expect([definitions.length, total]).toEqual([1, 1]);
});
