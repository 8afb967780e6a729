import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CoverageReader } from "./coverage.ts";
import { processesWith } from "./process-group.ts";
import { runScript } from "./run-script.ts";
import { TraceWriter } from "./trace-writer.ts";

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
