import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { processesWith } from "./process-group.ts";
import { runScript, unpackArtifacts } from "./run-steps.ts";
import { CoverageReader, TraceWriter } from "./trace-writer.ts";

describe("run steps", () => {
  const state = { folder: "", checkout: "", outside: "", archive: "" };

  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), "helve-unpack-"));
    const at = (name: string) => join(folder, name);
    Object.assign(state, {
      ...{ folder, checkout: at("checkout"), outside: at("outside"), archive: at("artifacts.zip") },
    });
    mkdirSync(state.checkout);
    mkdirSync(state.outside);
  });
  afterEach(() => rmSync(state.folder, { recursive: true, force: true }));

  /** Writes an archive of files whose names are replaced in its bytes, since what writes archives refuses such names. */
  async function archive(files: Readonly<Record<string, string>>, from = "", to = ""): Promise<void> {
    const zip = new ZipFile();
    for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
    zip.end();
    const bytes = (await buffer(zip.outputStream)).toString("latin1");
    writeFileSync(state.archive, from ? bytes.replaceAll(from, to) : bytes, "latin1");
  }
  const unpack = (signal = new AbortController().signal) =>
    unpackArtifacts(state.archive, state.checkout, signal);

  it("unpacks files into folders of the checkout", async () => {
    await archive({ "dist/deep/lamp.txt": "lit", top: "x" });
    await unpack();
    expect(readFileSync(join(state.checkout, "dist/deep/lamp.txt"), "utf8")).toBe("lit");
  });

  it("unpacks nothing of a job that is stopped", async () => {
    await archive({ first: "x", second: "x" });
    await expect(unpack(AbortSignal.abort())).rejects.toThrow("aborted");
    expect(existsSync(join(state.checkout, "second"))).toBe(false);
  });

  it.each([
    ["leaves the folder", "../outside/x"],
    ["is absolute", "/outside/xxxx"],
    ["has a backslash", "..\\outside\\x"],
  ])("writes nothing of a name that %s", async (_, name) => {
    const same = "n".repeat(name.length);
    await archive({ [same]: "x" }, same, name);
    await expect(unpack()).rejects.toThrow();
    expect([readdirSync(state.outside), readdirSync(state.checkout)]).toEqual([[], []]);
  });

  it.each(["dist", "dist/file"])("writes nothing through a link of the checkout at %s", async (path) => {
    await archive({ "dist/file": "x" });
    const link = join(state.checkout, path);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(path === "dist" ? state.outside : join(state.outside, "file"), link);
    await expect(unpack()).rejects.toThrow("would be written through a link");
    expect(readdirSync(state.outside)).toEqual([]);
  });

  it("writes no link that an archive has, and nothing through it", async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(state.outside), "dist", { mode: 0o120777 });
    zip.addBuffer(Buffer.from("x"), "dist/file");
    zip.end();
    writeFileSync(state.archive, await buffer(zip.outputStream));
    await expect(unpack()).rejects.toThrow("symbolic link");
    expect(existsSync(join(state.checkout, "dist"))).toBe(false);
    expect(readdirSync(state.outside)).toEqual([]);
  });
});

it("ends a script that is cancelled while it starts", async () => {
  const base = mkdtempSync(join(tmpdir(), "helve-script-"));
  const trace = new TraceWriter(join(base, "trace.log"), [], 1000, () => {});
  const abort = new AbortController();
  const marker = `cancelled-${process.pid}`;
  const env = { PATH: process.env.PATH ?? "", HELVE_JOB: marker };
  const coverage = new CoverageReader(null);
  try {
    const done = runScript(["sleep 50"], {
      base,
      folder: base,
      env,
      marker,
      trace,
      coverage,
      signal: abort.signal,
    });
    abort.abort();
    expect(await done).toBeNull();
    expect(processesWith("HELVE_JOB", marker)).toEqual([]);
  } finally {
    await trace.end();
    rmSync(base, { recursive: true });
  }
}, 20_000);
