import { describe, expect, it } from "vitest";
import { outline } from "./outline.ts";
import { grammarOf } from "./symbol-grammars.ts";

/** Each symbol as a line of its own: indented by depth, kind, name and lines. */
async function outlined(language: string, text: string): Promise<string[]> {
  const grammar = await grammarOf(language);
  if (!grammar) throw new Error(`no grammar for ${language}`);
  return outline(grammar, text).map(
    ({ name, kind, from, to, depth }) => `${"  ".repeat(depth)}${kind} ${name} ${from}-${to}`,
  );
}

describe("outline", () => {
  it("names what TypeScript declares, but no local variables", async () => {
    const text = `export class Lamp<T> extends Thing {
  private wick = 1;
  constructor() { const local = 2; }
  async light(at: number): Promise<void> {}
  get lit() { return true }
}
interface Shape { sides: number; area(): number }
type Id = string;
enum Colour { Red, Green }
namespace Inner { export function deep() { let a = 1; function deeper() {} } }
const one = 1, two = (x: number) => x;`;
    expect(await outlined("typescript", text)).toEqual([
      "class Lamp 1-6",
      "  field wick 2-2",
      "  method constructor 3-3",
      "  method light 4-4",
      "  method lit 5-5",
      "interface Shape 7-7",
      "  field sides 7-7",
      "  method area 7-7",
      "type Id 8-8",
      "enum Colour 9-9",
      "  member Red 9-9",
      "  member Green 9-9",
      "module Inner 10-10",
      "  function deep 10-10",
      "    function deeper 10-10",
      "variable one 11-11",
      "variable two 11-11",
    ]);
  });

  it.each([
    [
      "go",
      "package main\ntype S struct {\n  A int\n}\nfunc (s *S) Run() {}\nfunc main() { x := 1; _ = x }\nconst C = 1\nvar V, W = 2, 3\n",
      [
        "type S 2-4",
        "  field A 3-3",
        "method Run 5-5",
        "function main 6-6",
        "constant C 7-7",
        "variable V 8-8",
        "variable W 8-8",
      ],
    ],
    [
      "python",
      "class A(B):\n    size = 1\n    @dec\n    def f(self):\n        y = 2\n\ndef top():\n    pass\nX = 3\n",
      ["class A 1-5", "  variable size 2-2", "  method f 4-5", "function top 7-8", "variable X 9-9"],
    ],
    [
      "rust",
      "struct S { a: i32 }\nimpl T for S {\n  fn f(&self) {}\n}\nenum E { A, B(i32) }\nmacro_rules! mm { () => {} }\n",
      [
        "struct S 1-1",
        "  field a 1-1",
        "class impl T for S 2-4",
        "  method f 3-3",
        "enum E 5-5",
        "  member A 5-5",
        "  member B 5-5",
        "macro mm 6-6",
      ],
    ],
    [
      "java",
      "class A {\n  int x = 1, y;\n  A() {}\n  void f(int a) {}\n  enum E { P, Q }\n}\n",
      [
        "class A 1-6",
        "  field x 2-2",
        "  field y 2-2",
        "  method A 3-3",
        "  method f 4-4",
        "  enum E 5-5",
        "    member P 5-5",
        "    member Q 5-5",
      ],
    ],
    [
      "cpp",
      "namespace n {\nclass A { int x; ~A() {} };\n}\nint main(int argc) { int y = 1; return y; }\nvoid A::f() const {}\n#define FOO(x) x\nchar *dup(const char *s) { }\n",
      [
        "module n 1-3",
        "  class A 2-2",
        "    field x 2-2",
        "    method ~A 2-2",
        "function main 4-4",
        "function A::f 5-5",
        "macro FOO 6-6",
        "function dup 7-7",
      ],
    ],
    [
      "php",
      "<?php\nclass A {\n  const X = 1;\n  public $p;\n  function f() {}\n}\nfunction g() {}\n",
      ["class A 2-6", "  constant X 3-3", "  field $p 4-4", "  method f 5-5", "function g 7-7"],
    ],
    [
      "css",
      ".a,\n#b > c { color: red }\n@media (min-width: 1px) {\n  .d { e: f }\n}\n",
      ["rule .a, #b > c 1-2", "module @media (min-width: 1px) 3-5", "  rule .d 4-4"],
    ],
    ["yaml", "a:\n  b: 1\n'e': x\n", ["key a 1-2", "  key b 2-2", "key e 3-3"]],
    [
      "json",
      '{\n  "name": "x",\n  "scripts": { "test": "y" }\n}\n',
      ["key name 2-2", "key scripts 3-3", "  key test 3-3"],
    ],
    [
      "markdown",
      "# One\n\n## Two *x*\ntext\n\n### Three ###\n\n## Four\n\nFive\n====\n",
      [
        "heading One 1-9",
        "  heading Two *x* 3-7",
        "    heading Three 6-7",
        "  heading Four 8-9",
        "heading Five 10-12",
      ],
    ],
  ])("reads %s", async (language, text, expected) => {
    expect(await outlined(language, text)).toEqual(expected);
  });

  it("returns the symbols that can be recognised in invalid code", async () => {
    expect(await outlined("typescript", "function a() { if (\nclass B {\n")).toContain("function a 1-2");
  });

  it("has no grammar for an unknown language", async () => {
    expect(await grammarOf("plaintext")).toBeNull();
  });
});
