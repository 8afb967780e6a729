import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds, seed } from "../../../shared/testing/rounds.ts";
import { LineKeeper, toTyped } from "../../../shared/text/line-ends.ts";
import { createQueryClient } from "../../api/query-client.ts";
import { createWriteFlow } from "../../api/send-write.ts";
import { editableText } from "../../features/pending-edits/editable-text.ts";
import { readOrigin, readOriginBytes } from "../../features/pending-edits/read-origin.ts";
import type { Change, EditSession } from "../../state/edits.ts";
import { pageForTests } from "../../testing/page-over-service.ts";
import { commitChanges } from "./commit-changes.ts";

describe("commit changes", () => {
  const page = pageForTests();
  const writes = createWriteFlow(createQueryClient());

  const scope = () => ({ account: page.account.id, project: page.project.fullPath, branch: "main" });
  const session = (head: string, path: string): EditSession => ({
    ...scope(),
    head,
    message: `Add ${path}`,
    target: "",
    authorName: "",
    authorEmail: "",
    changes: [
      {
        id: path,
        path,
        origin: null,
        content: { kind: "text", text: "new\n" },
        executable: false,
        deleted: false,
      },
    ],
  });
  const tip = () => page.service.run(page.project, "rev-parse", "main");
  const breakWrites = (when: "before" | "after") => {
    page.breaks = (method) => (method === "POST" ? when : null);
  };

  it("finds the commit whose response was lost, the first of a repository too", async () => {
    breakWrites("after");
    const first = await commitChanges(writes, scope(), session("", "a.txt"));
    expect(first).toEqual({ sha: await tip(), branch: "main", foundLater: true });
    const second = await commitChanges(writes, scope(), session(first.sha, "b.txt"));
    expect(second).toEqual({ sha: await tip(), branch: "main", foundLater: true });
    expect(page.writes).toEqual(["POST", "POST"]);
  });

  it("creates a deleted branch again, or another one, from the commit that the changes began at", async () => {
    await page.service.commit(page.project, { files: { "a.txt": "a\n" } });
    const head = await page.service.commit(page.project, { branch: "topic", files: { "a.txt": "topic\n" } });
    await page.service.run(page.project, "update-ref", "-d", "refs/heads/topic");
    const topic = { ...session(head, "b.txt"), branch: "topic" };
    for (const target of ["topic", "topic-2"]) {
      const made = await commitChanges(
        writes,
        { ...scope(), branch: "topic" },
        { ...topic, target },
        { isGone: true },
      );
      expect(made.branch).toBe(target);
      expect(await page.service.run(page.project, "rev-parse", target, `${target}^`)).toBe(
        `${made.sha}\n${head}`,
      );
    }
  });

  it("reports a commit that did not reach the service as not made", async () => {
    const head = await page.service.commit(page.project, { files: { "a.txt": "a\n" } });
    breakWrites("before");
    await expect(commitChanges(writes, scope(), session(head, "b.txt"))).rejects.toMatchObject({
      problem: { changed: "no" },
    });
    expect(await tip()).toBe(head);
  });
});

describe("kept bytes", () => {
  const page = pageForTests();

  /** Contents of lines, as bytes of one character each, that the encoding is recognized by. */
  const encodings = {
    "utf-8": {
      mark: ["", "\xef\xbb\xbf"],
      lines: ["plain", "caf\xc3\xa9", "\xe6\x97\xa5", "\xe2\x80\xa8", "\t  ", ""],
    },
    "windows-1252": { mark: [""], lines: ["caf\xe9", "Men\xfc \x80", "plain text", "", "\xa0 "] },
    "koi8-r": { mark: [""], lines: ["\xf0\xd2\xc9\xd7\xc5\xd4", "\xcd\xc9\xd2", "mir", ""] },
    broken: {
      mark: ["\xef\xbb\xbf", ""],
      lines: ["caf\xc3\xa9", "bad \xff\xfe", "\xc3", "\xed\xa0\x80", "plain", ""],
    },
    shift_jis: { mark: [""], lines: ["\x83\x65\x83\x58\x83\x67", "\x93\xfa\x96\x7b", "abc", ""] },
    "utf-16le": { mark: ["\xff\xfe"], lines: ["p\0l\0", "\xe9\0", "\xe5\x65", "\x3d\xd8", "\n\x26", ""] },
    "utf-16be": { mark: ["\xfe\xff"], lines: ["\0p\0l", "\0\xe9", "\x65\xe5", "\xd8\x3d", "\x26\n", ""] },
  };
  const encode: Partial<Record<string, (ascii: string) => string>> = {
    "utf-16le": (ascii) => ascii.replaceAll(/[\s\S]/g, "$&\0"),
    "utf-16be": (ascii) => ascii.replaceAll(/[\s\S]/g, "\0$&"),
  };

  /** A file of lines, some of which are replaced: bytes before, between and behind them. */
  const edited = fc
    .constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[]))
    .chain((name) => {
      const { mark, lines } = encodings[name];
      const line = fc.tuple(fc.constantFrom(...lines), fc.constantFrom("\n", "\r\n", "\r"));
      return fc.record({
        name: fc.constant(name),
        mark: fc.constantFrom(...mark),
        head: fc.array(line, { maxLength: 6 }),
        old: fc.array(line, { maxLength: 2 }),
        tail: fc.array(line, { maxLength: 6 }),
        last: fc.constantFrom("", ...lines),
        added: fc.array(fc.constantFrom("X", "Y y", "zz"), { minLength: 1, maxLength: 3 }),
      });
    })
    .map(({ name, mark, head, old, tail, last, added }) => {
      const write = encode[name] ?? ((ascii: string) => ascii);
      let before = "";
      const join = (part: readonly (readonly [string, string])[]) =>
        part
          .map(([content, end]) => {
            // CR and LF of two lines would be one end.
            const text = before === "\r" && content === "" && end === "\n" ? write("-") : content;
            before = end;
            return text + write(end);
          })
          .join("");
      const [start, middle, rest] = [mark + join(head), join(old), join(tail)];
      return { name, start, middle, rest: rest + last, added, count: { head: head.length, old: old.length } };
    });

  it("a commit changes exactly the lines that were edited, whatever the file's bytes are", async () => {
    const { service, account, project } = page;
    const cases = fc.sample(edited, { numRuns: rounds(600, 60), seed: seed() });
    const files = Object.fromEntries(
      cases.map(({ start, middle, rest }, i) => [`f${i}`, Buffer.from(start + middle + rest, "latin1")]),
    );
    const head = await service.commit(project, { files });
    const scope = { account: account.id, project: project.fullPath, branch: "main" };
    const [origin] = [await readOrigin(scope, "f0", head)];
    const blobs = blobsOf(project.repositoryPath, head);
    const changes = cases.map(({ count, added }, i): Change => {
      const file = files[`f${i}`] ?? Buffer.alloc(0);
      const found = editableText(file);
      if (found.text === null) throw new Error(`${i}: ${found.reason}`);
      const lines = toTyped(found.text).split("\n");
      lines.splice(count.head, count.old, ...added);
      const lineChange = { from: count.head, to: count.head + count.old - 1, count: added.length };
      const text = new LineKeeper(found.text).retype(found.text, lines.join("\n"), { changes: [lineChange] });
      return {
        id: `f${i}`,
        path: `f${i}`,
        origin: { path: `f${i}`, blobId: blobs.get(`f${i}`) ?? "", lastCommitId: head, executable: false },
        content: { kind: "text", text, encoding: found.encoding },
        executable: false,
        deleted: false,
      };
    });
    expect(await readOriginBytes(scope, origin as NonNullable<typeof origin>)).toEqual(
      new Uint8Array(files.f0 ?? []),
    );
    const session = { ...scope, head, message: "Edit", target: "", authorName: "", authorEmail: "", changes };
    const { sha } = await commitChanges(createWriteFlow(createQueryClient()), scope, session);
    const now = contentsOf(project.repositoryPath, sha, cases.length);
    for (const [i, { name, start, rest, added, middle }] of cases.entries()) {
      const write = encode[name] ?? ((ascii: string) => ascii);
      const end = "(?:\r\n|\r|\n)".replaceAll(/\\r|\\n|\r|\n/g, (each) => `(?:${literal(write(each))})`);
      const written = now[i]?.slice(start.length, now[i].length - rest.length);
      const label = `${name} ${JSON.stringify({ start, middle, rest, added, now: now[i] })}`;
      expect(now[i]?.startsWith(start), label).toBe(true);
      expect(now[i]?.endsWith(rest), label).toBe(true);
      expect(written, label).toMatch(
        new RegExp(
          `^${added.map((line) => literal(write(line))).join(end)}${rest === "" ? `${end}?` : end}$`,
        ),
      );
    }
  });

  const literal = (text: string) =>
    text.replaceAll(/[\s\S]/g, (each) => `\\x${each.charCodeAt(0).toString(16).padStart(2, "0")}`);

  function blobsOf(folder: string, commit: string): Map<string, string> {
    const listed = execFileSync("git", ["--git-dir", folder, "ls-tree", commit], { encoding: "latin1" });
    return new Map(
      listed.split("\n").map((line) => [line.split("\t")[1] ?? "", line.split(/[ \t]/)[2] ?? ""] as const),
    );
  }

  /** Contents of `f0`, `f1` … of a commit, read with git, as one character for each byte. */
  function contentsOf(folder: string, commit: string, count: number): string[] {
    const input = Array.from({ length: count }, (_, i) => `${commit}:f${i}\n`).join("");
    const output = execFileSync("git", ["--git-dir", folder, "cat-file", "--batch"], {
      input,
      encoding: "latin1",
    });
    const found: string[] = [];
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf("\n", at);
      const size = Number(output.slice(at, end).split(" ")[2]);
      found.push(output.slice(end + 1, end + 1 + size));
      at = end + size + 2;
    }
    return found;
  }
});
