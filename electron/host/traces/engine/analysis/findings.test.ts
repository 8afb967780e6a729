import { expect, test } from "vitest";
import { openAnalysed } from "../testing/open-analysed.ts";

/** Returns what is found: kind, line and `path:line:column`. */
async function findings(text: string): Promise<string[]> {
  const trace = await openAnalysed(text);
  return trace.findings(100).map(({ kind, line, file }) => {
    const position = [file?.path, file?.line, file?.column].filter((part) => part !== undefined).join(":");
    return `${kind} ${line}${position ? ` ${position}` : ""}`;
  });
}

test.each([
  ["tsc", "src/a.ts(12,5): error TS2322: Type 'a' is not assignable", ["error 0 src/a.ts:12:5"]],
  [
    "tsc in colours",
    "\x1b[96msrc/a.ts\x1b[0m:\x1b[93m12\x1b[0m:\x1b[93m5\x1b[0m - \x1b[91merror\x1b[0m\x1b[90m TS2322: \x1b[0mNo.",
    ["error 0 src/a.ts:12:5"],
  ],
  [
    "eslint",
    "\n/builds/x/src/a.ts\n   1:10  warning  Unused  no-unused-vars\n  12:5   error    Bad     no-bad\n\n✖ 2 problems (1 error, 1 warning)",
    ["warning 2 /builds/x/src/a.ts:1:10", "error 3 /builds/x/src/a.ts:12:5"],
  ],
  [
    "gcc",
    "src/a.c:12:5: error: expected ';'\nsrc/a.c:3:1: warning: unused\na.c:1:10: fatal error: x.h: No such file",
    ["error 0 src/a.c:12:5", "warning 1 src/a.c:3:1", "error 2 a.c:1:10"],
  ],
  [
    "a script that names the level first",
    "\x1b[33mwarning\x1b[0m lamp.txt:2: beam 64 took 255 ms\nerror src/a.c:3:1 no\nwarning lights:2: fine",
    ["warning 0 lamp.txt:2", "error 1 src/a.c:3:1"],
  ],
  [
    "linker",
    "/usr/bin/ld: error: cannot find -lx\ncollect2: error: ld returned 1 exit status",
    ["error 0", "error 1"],
  ],
  ["go build", "# example.com/x\n./main.go:12:5: undefined: y", ["error 1 ./main.go:12:5"]],
  [
    "go test",
    "=== RUN   TestX\n--- FAIL: TestX (0.00s)\n    x_test.go:14: got 1\nFAIL",
    ["error 1 x_test.go:14"],
  ],
  [
    "go panic",
    "panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:7 +0x1d",
    ["error 0 /src/main.go:7"],
  ],
  [
    "rustc",
    "error[E0308]: mismatched types\n --> src/main.rs:4:5\n  |\nwarning: unused variable: `x`\n   --> src/lib.rs:1:2\nerror: aborting due to 1 previous error; 1 warning emitted",
    ["error 0 src/main.rs:4:5", "warning 3 src/lib.rs:1:2"],
  ],
  ["rust panic", "thread 'main' panicked at src/main.rs:4:5:\nboom", ["error 0 src/main.rs:4:5"]],
  [
    "python",
    'Traceback (most recent call last):\n  File "/usr/lib/python3/x.py", line 3, in run\n    go()\n  File "app/main.py", line 12, in go\n    raise ValueError(1)\nValueError: 1',
    ["error 5 app/main.py:12"],
  ],
  [
    "pytest",
    "E       assert 1 == 2\n\ntests/test_a.py:12: AssertionError\n=== short test summary info ===\nFAILED tests/test_a.py::test_x - assert 1 == 2",
    ["error 2 tests/test_a.py:12", "error 4 tests/test_a.py"],
  ],
  [
    "flake8",
    "app/a.py:1:1: F401 'os' imported but unused\napp/a.py:9:80: W291 trailing",
    ["error 0 app/a.py:1:1", "warning 1 app/a.py:9:80"],
  ],
  ["javac", "src/A.java:12: error: ';' expected", ["error 0 src/A.java:12"]],
  [
    "maven",
    "[ERROR] /builds/x/src/A.java:[12,5] cannot find symbol\n[WARNING] Some problems\n[INFO] ok",
    ["error 0 /builds/x/src/A.java:12:5", "warning 1"],
  ],
  [
    "java",
    'Exception in thread "main" java.lang.IllegalStateException: no\n\tat com.x.Main.run(Main.java:42)',
    ["error 0 Main.java:42"],
  ],
  [
    "gradle",
    "> Task :compileJava FAILED\n\nFAILURE: Build failed with an exception.",
    ["error 0", "error 2"],
  ],
  [
    "kotlin",
    "e: file:///src/A.kt:12:5 Unresolved reference\nw: file:///src/B.kt:1:1 Unused",
    ["error 0 /src/A.kt:12:5", "warning 1 /src/B.kt:1:1"],
  ],
  [
    "jest",
    " FAIL  src/a.test.ts\n  ● sum\n    at Object.<anonymous> (src/a.test.ts:3:10)",
    ["error 0 src/a.test.ts:3:10"],
  ],
  [
    "vitest",
    " FAIL  src/a.test.ts > sum\nAssertionError: expected 1 to be 2\n ❯ src/a.test.ts:5:13\n",
    ["error 0 src/a.test.ts", "error 1 src/a.test.ts:5:13"],
  ],
  [
    "node",
    "TypeError: x is not a function\n    at node:internal/x:1:2\n    at run (/app/src/a.js:3:10)",
    ["error 0 /app/src/a.js:3:10"],
  ],
  ["npm", "npm ERR! code ELIFECYCLE\nnpm ERR! errno 1\nnpm warn deprecated x@1", ["error 0", "warning 2"]],
  [
    "shell",
    "/bin/bash: line 140: foo: command not found\nmake: *** [Makefile:12: all] Error 1",
    ["error 0 /bin/bash:140", "error 1 Makefile:12"],
  ],
  [
    "runner",
    "\x1b[31;1mERROR: Job failed: exit code 1\n\x1b[0;m\x1b[0;33mWARNING: Event retrieved\x1b[0m",
    ["error 0", "warning 1"],
  ],
  [
    "loggers",
    '2024-01-01 12:00:00,123 ERROR [main] no\n[12:00:01] WARN slow\ntime=1 level=error msg=x\n{"level":"warn"}',
    ["error 0", "warning 1", "error 2", "warning 3"],
  ],
])("%s", async (_, text, expected) => {
  expect(await findings(text)).toEqual(expected);
});

test.each([
  "0 errors, 0 warnings",
  "Found 0 errors in 12 files",
  "Build succeeded with no errors",
  "Tests: 3 passed, 0 failures, Errors: 0",
  "✓ throws an error: when empty (3 ms)",
  "$ grep -r error: src",
  "+ echo ERROR: not this one",
  "Downloading error-prone-annotations-2.3.jar",
  "src/errors.ts 1.2 kB",
  "copying warnings.py -> build/lib",
  "test error_handling ... ok",
  "PASS src/error.test.ts",
  "-Werror -Wall",
  "error_log = /dev/null",
  "ok  \texample.com/failover\t0.2s",
  "Set ERROR_REPORTING=1",
  "error handling is documented in docs/errors.md",
])("no false alarm: %s", async (text) => {
  expect(await findings(`${text}\n`)).toEqual([]);
});

test("of very many the first ones are listed, and all are counted", async () => {
  const trace = await openAnalysed(`${"warning: x\n".repeat(5_000)}${"error: y\n".repeat(5_000)}`);
  expect(trace.report()).toMatchObject({ errors: 5_000, warnings: 5_000 });
  expect(trace.findings(100_000)).toHaveLength(4_000);
  expect(trace.findings(10).every(({ kind }) => kind === "error")).toBe(true);
});

test("text is plain and bounded", async () => {
  const trace = await openAnalysed(`\x1b[31merror:\x1b[0m ${"x".repeat(10_000)}\n`);
  expect(trace.findings(1)[0]?.text).toMatch(/^error: x+$/);
  expect(trace.findings(1)[0]?.text).toHaveLength(300);
});

const start = (name: string, time: number, header: string, options = "") =>
  `section_start:${time}:${name}${options}\r\x1b[0K${header}\n`;
const end = (name: string, time: number) => `section_end:${time}:${name}\r\x1b[0K`;

const section = async (text: string) =>
  (await openAnalysed(text)).sections().map(({ name, header, from, to, depth, seconds }) => ({
    name,
    header,
    lines: [from, to],
    depth,
    seconds,
  }));

test("sections have their header, lines and duration", async () => {
  const trace = await openAnalysed(
    `before\n${start("build", 100, "\x1b[36;1mBuild\x1b[0;m", "[collapsed=true]")}make\n${end("build", 175)}\nafter\n`,
  );
  expect(trace.sections()).toEqual([
    { name: "build", header: "Build", from: 1, to: 4, depth: 0, seconds: 75, collapsed: true },
  ]);
  expect(trace.report().sections).toBe(1);
});

test("the runner ends one section and starts the next on a line", async () => {
  const text = `${start("a", 1, "A")}x\n${end("a", 2)}\x1b[0K${start("b", 2, "B")}y\n${end("b", 5)}text\n`;
  expect(await section(text)).toEqual([
    { name: "a", header: "A", lines: [0, 2], depth: 0, seconds: 1 },
    { name: "b", header: "B", lines: [2, 4], depth: 0, seconds: 3 },
  ]);
});

test("sections nest, and text before an end is in them", async () => {
  const text = `${start("a", 1, "A")}${start("b", 2, "B")}x${end("b", 3)}\n${end("a", 9)}`;
  expect(await section(text)).toEqual([
    { name: "a", header: "A", lines: [0, 4], depth: 0, seconds: 8 },
    { name: "b", header: "B", lines: [1, 3], depth: 1, seconds: 1 },
  ]);
});

test("an unbalanced section ends with the one around it, or not at all", async () => {
  const text = `${end("none", 1)}${start("a", 1, "A")}${start("b", 2, "B")}x\n${end("a", 4)}\n${start("c", 5, "C")}`;
  expect(await section(text)).toEqual([
    { name: "a", header: "A", lines: [0, 4], depth: 0, seconds: 3 },
    { name: "b", header: "B", lines: [1, 4], depth: 1, seconds: 2 },
    { name: "c", header: "C", lines: [4, null], depth: 0, seconds: null },
  ]);
});

test("markers of stamped lines are found", async () => {
  const stamp = (mark: string) => `2024-01-01T00:00:00.000000Z 00O${mark}`;
  const text = `${stamp(" ")}section_start:1:a\r\n${stamp("+")}\x1b[0KA\n${stamp(" ")}x\n${stamp(" ")}${end("a", 3)}\n`;
  expect(await section(text)).toEqual([{ name: "a", header: "A", lines: [0, 3], depth: 0, seconds: 2 }]);
});

test("text that resembles a marker is not a marker", async () => {
  expect(
    await section("echo section_start:1:a\nsection_start:x:a\r\x1b[0K\nsection_start:1:a b\r\x1b[0K\n"),
  ).toEqual([]);
});

test("a section that is far away is found", async () => {
  const filler = "some text that fills the log\n".repeat(100_000);
  const text = `${filler}${start("late", 1, "Late")}${filler}${end("late", 8)}\n`;
  expect(await section(text)).toEqual([
    { name: "late", header: "Late", lines: [100_000, 200_002], depth: 0, seconds: 7 },
  ]);
});
