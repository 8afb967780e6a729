import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { filePatch, type PatchPart, patchMail } from "../../renderer/workers/export/file-patch.ts";
import type { DiffFile } from "../../shared/diff/diff-file.ts";
import { readInputs } from "./read-inputs.ts";

/** A stream of `git fast-import`; the last commit of `main` is exported, and has to be made again from its parent. */
const inputs = readInputs(
  "./patches.txt",
  z.strictObject({ tree: z.string(), author: z.string(), date: z.string(), message: z.string() }),
);
const folder = mkdtempSync(join(tmpdir(), "helve-patches-"));
const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
const run = (args: readonly string[], input?: Uint8Array): Buffer =>
  execFileSync(
    "git",
    ["-c", "user.name=T", "-c", "user.email=t@example.test", "-c", "advice.detachedHead=false", ...args],
    {
      cwd: folder,
      env,
      input,
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
const git = (...args: string[]): string => run(args).toString();

/** What git says of the commits that were made, by the names of their inputs. */
const made = new Map<string, unknown>();
const format = "--format=%S%x00%T%x00%an <%ae>%x00%ad%x00%B%x00";

beforeAll(async () => {
  git("init", "-q", "-b", "none");
  const marks = (text: string, index: number) =>
    text
      .replaceAll("refs/heads/main", `refs/heads/input-${index}`)
      .replace(/^(mark|from|merge) :(\d)$/gm, `$1 :${index}$2`);
  const streams = inputs.map(({ bytes }, index) =>
    Buffer.from(marks(bytes.toString("latin1"), index + 1), "latin1"),
  );
  run(["fast-import", "--quiet"], Buffer.concat(streams));
  for (const index of inputs.keys()) {
    const mail = await exportMail(`input-${index + 1}`);
    git("checkout", "-q", "-f", "-B", `made-${index + 1}`, `input-${index + 1}^`);
    run(["am", "-q"], mail);
  }
  const names = inputs.map((_, index) => `made-${index + 1}`);
  const fields = git("log", "--no-walk=unsorted", "--date=raw", format, ...names).split("\0");
  for (let at = 0; at + 4 < fields.length; at += 5) {
    const [name = "", tree, author, date, message = ""] = fields.slice(at);
    const number = Number(name.trim().slice("made-".length));
    made.set(inputs[number - 1]?.name ?? "", { tree, author, date, message: message.trim() });
  }
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 3 }));

/** Returns the changed files of a commit as a service lists them: what is not UTF-8 is decoded somehow. */
function changedFiles(commit: string): DiffFile[] {
  const [list = "", patch = ""] = git(
    "diff-tree",
    "-r",
    "-M",
    "-z",
    "--raw",
    "-p",
    `${commit}^`,
    commit,
  ).split("\0\0");
  const raw = list.split("\0");
  const patches = patch.split(/^(?=diff --git )/m);
  const found: DiffFile[] = [];
  for (let at = 0, next = 0; at < raw.length; ) {
    const [a_mode = "", b_mode = "", , , status = ""] = (raw[at++] ?? "").replace(/^:/, "").split(" ");
    const old_path = raw[at++] ?? "";
    const new_path = status.startsWith("R") ? (raw[at++] ?? "") : old_path;
    const body = () => /^(?:@@ |Binary files )[\s\S]*/m.exec(patches[next++] ?? "")?.[0] ?? "";
    found.push({
      old_path,
      new_path,
      a_mode: a_mode === "000000" ? "0" : a_mode,
      b_mode: b_mode === "000000" ? "0" : b_mode,
      new_file: status === "A",
      deleted_file: status === "D",
      renamed_file: status.startsWith("R"),
      diff: status === "T" ? body() + body() : body(),
    });
  }
  return found;
}

async function exportMail(commit: string): Promise<Uint8Array> {
  const [sha = "", author = "", email = "", date = "", message = ""] = git(
    ...["log", "-1", "--encoding=UTF-8", "--format=%H%x00%an%x00%ae%x00%aI%x00%B", commit],
  ).split("\0");
  const parts: PatchPart[] = [];
  for (const file of changedFiles(commit)) {
    const read = (rev: string, path: string) => new Uint8Array(run(["cat-file", "blob", `${rev}:${path}`]));
    const readSides = async () => ({
      before: file.new_file ? null : read(`${commit}^`, file.old_path),
      after: file.deleted_file ? null : read(commit, file.new_path),
    });
    const patch = await filePatch(file, file.diff, readSides, sha);
    expect(patch, file.new_path).not.toBeNull();
    parts.push(...(patch ?? []));
  }
  const whole = await patchMail({ sha, author, email, date, message }, parts);
  return new Uint8Array(await new Blob(whole).arrayBuffer());
}

it.each(inputs)("git am makes the commit of $name again", ({ name, right }) => {
  expect(made.get(name)).toEqual(right);
});
