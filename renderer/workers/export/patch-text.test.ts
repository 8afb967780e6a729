import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DiffFile } from "../../../shared/diff/diff-file.ts";
import { filePatch, mailFoot, mailHead } from "./patch-text.ts";

const folder = mkdtempSync(join(tmpdir(), "helve-patch-"));
const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
const git = (input: string | undefined, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.test", ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
    ...(input === undefined ? {} : { input }),
  });
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

const odd = 'with "quotes" and \\ and\ttab';
const spaced = "two words.txt";

beforeAll(() => {
  git(undefined, "init", "-q", "-b", "main");
  for (const name of ["changed", "removed", "moved", "script", odd, spaced]) put(name, "one\ntwo\nthree\n");
  put("dos", "one\r\ntwo\r\nthree\r\n");
  git(undefined, "add", "-A");
  git(undefined, "commit", "-qm", "before");
  put("changed", "one\n2\nthree");
  put("added", "fresh\n");
  put("dos", "one\r\n2\r\nthree\r\n");
  put("empty", "");
  put(odd, "one\ntwo\nthree\nfour\n");
  put(spaced, "zero\none\ntwo\nthree\n");
  chmodSync(join(folder, "script"), 0o755);
  git(undefined, "mv", "moved", "renamed");
  git(undefined, "rm", "-q", "removed");
  git(undefined, "add", "-A");
  git(undefined, "commit", "-qm", "after");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The files of the last commit as a service lists them. */
function entries(): DiffFile[] {
  const raw = git(undefined, "diff-tree", "-r", "-M", "-z", "--no-commit-id", "HEAD").split("\0");
  const found: DiffFile[] = [];
  for (let at = 0; at < raw.length - 1; ) {
    const [a_mode = "", b_mode = "", , , status = ""] = (raw[at++] ?? "").replace(/^:/, "").split(" ");
    const old_path = raw[at++] ?? "";
    const new_path = status.startsWith("R") ? (raw[at++] ?? "") : old_path;
    const text = git(undefined, "diff", "-M", "HEAD~", "HEAD", "--", old_path, new_path);
    const hunk = text.search(/^@@/m);
    found.push({
      old_path,
      new_path,
      a_mode,
      b_mode,
      new_file: status === "A",
      deleted_file: status === "D",
      renamed_file: status.startsWith("R"),
      diff: hunk < 0 ? "" : text.slice(hunk),
    });
  }
  return found;
}

test("git applies the patch, whatever the files are called, with the same tree as a result", () => {
  const patch = entries()
    .map((file) => filePatch(file, file.diff))
    .join("");
  const tree = git(undefined, "rev-parse", "HEAD^{tree}");
  git(undefined, "checkout", "-q", "HEAD~");
  git(patch, "apply", "--check", "--index", "-");
  git(patch, "apply", "--index", "-");
  expect(git(undefined, "write-tree")).toBe(tree);
  git(undefined, "reset", "-q", "--hard");
  git(undefined, "checkout", "-q", "main");
});

test("git am makes the commit again, with its author, date and message", () => {
  const mail = mailHead({
    sha: git(undefined, "rev-parse", "HEAD").trim(),
    author: "Åsa Öberg",
    email: "asa@example.test",
    date: "2026-02-03T04:05:06.000+02:00",
    message:
      "Räkna om allt som är långt nog för att brytas över flera ord i ämnesraden\n\nBody.\n---\nnot the end\ndiff --git a b\n",
  });
  const patch =
    mail +
    entries()
      .map((file) => filePatch(file, file.diff))
      .join("") +
    mailFoot;
  const tree = git(undefined, "rev-parse", "HEAD^{tree}");
  git(undefined, "checkout", "-q", "HEAD~");
  git(patch, "am", "-q", "--keep-cr");
  expect(git(undefined, "rev-parse", "HEAD^{tree}")).toBe(tree);
  expect(git(undefined, "log", "-1", "--format=%an <%ae> %aI%n%B").trim()).toBe(
    "Åsa Öberg <asa@example.test> 2026-02-03T02:05:06+00:00\n" +
      "Räkna om allt som är långt nog för att brytas över flera ord i ämnesraden\n\nBody.\n ---\nnot the end\n diff --git a b",
  );
  git(undefined, "checkout", "-q", "main");
});

const blank = { old_path: "x", new_path: "x", new_file: false, deleted_file: false, renamed_file: false };

test.each([
  [{ diff: "Binary files a/x and b/x differ\n" }],
  [{ diff: "", too_large: true, new_file: true }],
  [{ diff: "", collapsed: true }],
  [{ diff: "" }],
])("%j cannot be a patch", (more) => {
  const file: DiffFile = { ...blank, ...more };
  expect(filePatch(file, file.diff)).toBeNull();
});
