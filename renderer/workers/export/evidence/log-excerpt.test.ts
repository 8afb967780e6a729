import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { logExcerpt } from "./log-excerpt.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
async function* chunks(text: string, size = 7) {
  const bytes = bytesOf(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size);
}
const start = (name: string) => `section_start:1700000000:${name}[collapsed=true]\r\u001b[0K`;
const end = (name: string) => `section_end:1700000001:${name}\r\u001b[0K`;

it("has the sections with an error, those that were not closed, and the last lines", async () => {
  const log = [
    `${start("prepare")}Preparing`,
    `${end("prepare")}${start("tests")}\u001b[32mrunning\u001b[0m`,
    "Error: 3 is not 4 – größer",
    `${end("tests")}${start("upload")}uploading`,
    "ERROR: Job failed: exit code 1",
  ].join("\n");
  expect(await logExcerpt(chunks(log), "Job 1 test", 2)).toBe(
    `Job 1 test
The whole log: 5 lines, ${bytesOf(log).length} bytes, SHA-256 ${createHash("sha256").update(log).digest("hex")}

--- section tests, lines 2 to 3 ---
running
Error: 3 is not 4 – größer

--- section upload, lines 4 to 5 ---
uploading
ERROR: Job failed: exit code 1

--- the last lines, 4 to 5 ---
uploading
ERROR: Job failed: exit code 1
`,
  );
});

it("has no tokens, no colours and the last state of a progress bar", async () => {
  const log =
    "clone https://user:secret@git.test/a.git with glpat-0123456789abcdef\n10 %\r50 %\r100 %\r\n\u001b]8;;x\u0007link\u001b]8;;\u0007\n";
  const text = await logExcerpt(chunks(log), "Job", 10);
  expect(text).toContain("clone https://[secret]@git.test/a.git with [secret]\n100 %\nlink\n");
});

it("an endless line and many lines take bounded room", async () => {
  async function* long() {
    const part = bytesOf("x".repeat(1024 * 1024));
    for (let i = 0; i < 20; i++) yield part;
    yield bytesOf("\n");
    for (let i = 0; i < 100; i++) yield bytesOf(`${start(`s${i}`)}${"line\n".repeat(500)}`);
  }
  const text = await logExcerpt(long(), "Job", 100);
  expect(text.length).toBeLessThan(200_000);
});

it("an empty log is said to have no lines", async () => {
  expect(await logExcerpt(chunks(""), "Job", 10)).toMatch(
    /^Job\nThe whole log: 0 lines, 0 bytes, SHA-256 e3b0c442/,
  );
});
