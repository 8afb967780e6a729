import { afterEach, expect, test } from "vitest";
import { MemoryHost } from "./testing/memory-host.ts";
import { startPage } from "./testing/page-workers.ts";
import { openTrace } from "./trace-engine.ts";
import type { TraceFacts } from "./trace-types.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(host: MemoryHost) {
  const page = await startPage({ 7: host });
  closing.push(page.close);
  const trace = openTrace({ accountId: "a", project: "group/project", jobId: 7 });
  closing.push(trace.close);
  const facts: TraceFacts[] = [];
  trace.subscribe((next) => facts.push(next));
  return { trace, facts };
}

test("a trace is read through the host, line by line", async () => {
  const { trace, facts } = await open(new MemoryHost("\x1b[31mred\x1b[0m\nplain\n"));
  await expect.poll(() => facts.at(-1)?.complete, { timeout: 10_000 }).toBe(true);
  expect(facts.at(-1)).toMatchObject({ lines: 2, size: 19, problem: null });
  expect(await trace.readLines(0, 1)).toEqual([{ number: 0, spans: [{ text: "red", style: { fg: 1 } }] }]);
  expect(await trace.lineText(1)).toBe("plain");
  expect(await trace.readText(0, 2)).toBe("red\nplain");
});
