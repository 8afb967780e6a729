import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TraceContent, TraceStore } from "./trace-store.ts";

function newContent(): TraceContent {
  const folder = mkdtempSync(join(tmpdir(), "helve-content-"));
  const store = new TraceStore(folder);
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  return new TraceContent(store, "1", 5);
}

/** Returns how often this process has a file open; 0 where the system does not list that. */
const timesOpen = (path: string): number =>
  process.platform === "linux"
    ? readdirSync("/proc/self/fd").filter((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`) === path;
        } catch {
          return false;
        }
      }).length
    : 0;

test("two that open a trace at the same time share one file", async () => {
  const content = newContent();
  const [one, other] = await Promise.all([content.open(), content.open()]);
  expect(one).toBe(other);
  await one.append(Buffer.from("first "));
  await one.flush();
  await other.append(Buffer.from("second"));
  await other.flush();
  expect(content.size).toBe(12);
  expect(readFileSync(content.path, "utf8")).toBe("first second");
  await content.close();
  expect(timesOpen(content.path)).toBe(0);
});

test("a trace that is closed while it opens leaves no file open", async () => {
  const content = newContent();
  const opening = content.open();
  await content.close();
  await opening;
  expect(timesOpen(content.path)).toBe(0);
});

test("a trace that is reopened after a disk error can be read", async () => {
  const content = newContent();
  const { path } = content;
  rmSync(join(path, ".."), { recursive: true });
  await expect(content.open()).rejects.toThrow();
  expect(content.size).toBe(0);
});
