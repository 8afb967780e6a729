import { expect, test } from "vitest";
import { FileIndex } from "../../workers/files/file-index.ts";
import { fileReferences } from "./file-references.ts";

const found = (text: string) => fileReferences(text).map(({ path, line }) => `${path}:${line}`);

test.each([
  ["at Object.<anonymous> (test/lamp.test.ts:14:3)", ["test/lamp.test.ts:14"]],
  ["    at turn (/builds/fjord/beacon/src/lamp.ts:7:11)", ["/builds/fjord/beacon/src/lamp.ts:7"]],
  ['  File "tests/test_lamp.py", line 12, in test_dims', ["tests/test_lamp.py:12"]],
  ["\tat com.acme.lamp.LampTest.dims(LampTest.java:33)", ["com/acme/lamp/LampTest.java:33"]],
  ["./spec/lamp_spec.rb:4:in `block'", ["./spec/lamp_spec.rb:4"]],
  ["lamp_test.go:21: want 5", ["lamp_test.go:21"]],
  ["thread 'main' panicked at src/lib.rs:10:5:", ["src/lib.rs:10"]],
  ["C:\\agent\\src\\Lamp.cs:9", ["C:\\agent\\src\\Lamp.cs:9"]],
  ["at 12:30:45 on https://host.example:8080/x, version 1.2:3", []],
])("%s names its files", (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test("a reference is where its text is", () => {
  const text = "\tat com.acme.lamp.LampTest.dims(LampTest.java:33)";
  const [{ from, to } = { from: 0, to: 0 }] = fileReferences(text);
  expect(text.slice(from, to)).toBe("LampTest.java:33");
});

test("hostile text is searched in time that grows with its length alone", () => {
  const hostile = ["a/".repeat(100_000), "a.".repeat(100_000), "at a.".repeat(50_000), "(".repeat(200_000)];
  expect(hostile.flatMap(found)).toEqual([]);
});

test("paths of a runner are found in the repository where only one file fits", () => {
  const index = new FileIndex([
    "src/lamp.ts",
    "test/lamp.ts",
    "java/com/acme/Lamp.java",
    "src/util/read.ts",
    "README.md",
  ]);
  expect(index.resolve("/builds/fjord/beacon/src/lamp.ts")).toBe("src/lamp.ts");
  expect(index.resolve("./src/util/read.ts")).toBe("src/util/read.ts");
  expect(index.resolve("com/acme/Lamp.java")).toBe("java/com/acme/Lamp.java");
  expect(index.resolve("read.ts")).toBe("src/util/read.ts");
  expect(index.resolve("C:\\b\\src\\lamp.ts")).toBe("src/lamp.ts");
  expect(index.resolve("lamp.ts")).toBeNull();
  expect(index.resolve("src/none.ts")).toBeNull();
  expect(index.resolve("")).toBeNull();
});
