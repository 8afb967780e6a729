import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { endProcessesOf, processesWith } from "./process-group.ts";

it.runIf(process.platform === "linux")("ends processes that start others until they are ended", async () => {
  const folder = mkdtempSync(join(tmpdir(), "helve-chain-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const marker = `chain-${process.pid}-`;
  // Each process starts the next one in a new session and ends; the chain ends without the folder, or after two
  // thousand.
  const next = 'setsid bash -c "$NEXT" &';
  const link = `export COUNT=$((COUNT + 1)); test $COUNT -lt 2000 && : > ${folder}/runs && ${next}`;
  const env = { PATH: process.env.PATH ?? "", HELVE_JOB: marker, NEXT: link };
  spawn("bash", ["-c", next.repeat(6)], { env, cwd: "/", stdio: "ignore" });
  while (!existsSync(join(folder, "runs"))) await delay(10);
  await endProcessesOf(marker);
  expect(Array.from({ length: 20 }, () => processesWith("HELVE_JOB", marker)).flat()).toEqual([]);
});
