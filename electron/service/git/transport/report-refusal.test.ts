import { expect, it } from "vitest";
import { reportRefusal } from "./report-refusal.ts";

const commands = [{ before: "0", after: "1", ref: "refs/heads/a" }];

it("reports one reason for each ref, on a line of its own", () => {
  const report = reportRefusal({ commands, capabilities: ["report-status"] }, "not\nnow");
  expect(report?.toString()).toBe("000eunpack ok\n001cng refs/heads/a not now\n0000");
});

it("splits a long report over packets of the side band", () => {
  const many = Array.from({ length: 4_000 }, (_, index) => ({
    before: "0",
    after: "1",
    ref: `refs/heads/${index}`,
  }));
  const capabilities = ["report-status-v2", "side-band-64k"];
  const report = reportRefusal({ commands: many, capabilities }, "no") ?? Buffer.alloc(0);
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const size = Number.parseInt(report.toString("latin1", at, at + 4), 16);
    if (size === 0) break;
    expect(size).toBeLessThanOrEqual(65_520);
    expect(report[at + 4]).toBe(1);
    parts.push(report.subarray(at + 5, at + size));
    at += size;
  }
  expect(parts.length).toBeGreaterThan(1);
  const inside = reportRefusal({ commands: many, capabilities: ["report-status"] }, "no");
  expect(Buffer.concat(parts).equals(inside ?? Buffer.alloc(0))).toBe(true);
});

it("is nothing for a client that reads no report", () => {
  expect(reportRefusal({ commands, capabilities: ["side-band-64k"] }, "no")).toBe(null);
});
