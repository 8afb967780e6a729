import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { grep } from "../../electron/service/git/grep.ts";
import { createRepository } from "../../electron/service/git/repository.ts";
import { gitIn, testRepositories } from "../../electron/service/git/testing/test-repository.ts";
import { searchPattern, searchText } from "../../renderer/workers/search/search-text.ts";
import { TextDocument } from "../../renderer/workers/text/text-document.ts";
import { decodeDetected, decodeIfText } from "../../shared/text/encoding/decode-text.ts";
import { encodings } from "../../shared/text/encoding/encodings.ts";
import { readInputs } from "./read-inputs.ts";

describe("encodings", () => {
  const inputs = readInputs(
    "./encodings.txt",
    z.strictObject({ encoding: z.enum(encodings), text: z.string() }),
  );

  it.each(inputs)("$name is read in its encoding", ({ bytes, right }) => {
    const file = new TextDocument(new Uint8Array(bytes));
    expect({ encoding: file.info.encoding, text: file.text() }).toEqual(right);
    expect(file.lines(0, 99)).toEqual(right.text.replace(/\r?\n$/, "").split(/\r?\n/));
    expect(decodeDetected(new Uint8Array(bytes))).toBe(right.text);
  });
});

describe("search encodings", () => {
  /** Texts in all encodings: a word beyond ASCII is found in each that begins with a mark, or has no zeros. */
  const inputs = readInputs(
    "./encodings.txt",
    z.strictObject({ encoding: z.enum(encodings), text: z.string() }),
  );
  const folder = mkdtempSync(join(tmpdir(), "helve-search-"));
  const repository = testRepositories.open(folder);

  const wordOf = (text: string): string => /[^\s\0-\x7f]\S{0,5}/u.exec(text)?.[0] ?? "";

  beforeAll(async () => {
    await createRepository(testRepositories, folder);
    const files = inputs.map(({ name, bytes }) =>
      Buffer.concat([
        Buffer.from(`M 100644 inline ${name}\ndata ${bytes.length}\n`),
        bytes,
        Buffer.from("\n"),
      ]),
    );
    const commit = "commit refs/heads/main\ncommitter A <a@example.test> 1 +0000\ndata 1\nx\n";
    await gitIn(folder, ["fast-import", "--quiet"], {
      input: Buffer.concat([Buffer.from(commit), ...files]),
    });
  });
  afterAll(() => {
    repository.objects.close();
    rmSync(folder, { recursive: true, maxRetries: 3 });
  });

  it.each(inputs)("finds a word of $name on the local service", async ({ name, bytes, right }) => {
    const isMarked = bytes[0] === 0xff || bytes[0] === 0xfe;
    const word = wordOf(right.text);
    if (word === "" || (bytes.includes(0) && !isMarked)) return;
    const commit = (await repository.objects.check("refs/heads/main"))?.id ?? "";
    const { signal } = new AbortController();
    const { matches } = await grep(repository, { commit, text: word, regex: false, key: "" }, signal);
    const found = matches.filter(({ path }) => path === name);
    expect(found.some(({ data }) => data.includes(word))).toBe(true);
    for (const { data } of found) expect(right.text).toContain(data);
  });

  it.each(inputs)("finds a word of $name where the page searches", ({ bytes, right }) => {
    const word = wordOf(right.text);
    if (word === "") return;
    const options = { regex: false, matchCase: false, wholeWord: false };
    const { hits } = searchText(decodeIfText(bytes) ?? "", searchPattern(word, options));
    expect(hits.some(({ text }) => text.includes(word))).toBe(true);
  });
});
