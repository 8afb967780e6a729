import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { rounds, seed } from "./rounds.ts";

const root = join(import.meta.dirname, "..", "..");

afterEach(() => vi.unstubAllEnvs());

it("runs a tenth of the rounds, at least the least, and all of them where the run is whole", () => {
  vi.stubEnv("HELVE_ROUNDS", undefined);
  expect([rounds(300), rounds(25), rounds(25, 10), rounds(3, 10)]).toEqual([30, 3, 10, 3]);
  vi.stubEnv("HELVE_ROUNDS", "whole");
  expect([rounds(300), rounds(25, 10)]).toEqual([300, 25]);
});

it("takes the seed of the run", () => {
  vi.stubEnv("HELVE_SEED", "17");
  expect(seed()).toBe(17);
  vi.stubEnv("HELVE_SEED", "x");
  expect(seed).toThrow("HELVE_SEED");
});

it("is what every test of random input takes its rounds and its seed from", () => {
  const own = /numRuns: [\d_]+|(?:[sS]eeded|seededNumbers|createRandom|randomOf)\([\d_]+\)|\bseed: ?[\d_]+/;
  const files = globSync("{electron,renderer,shared,e2e}/**/*.test.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**"],
  });
  expect(files.length).toBeGreaterThan(400);
  const fixed = files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(new RegExp(own, "g"))].map(
      ([text]) => `${file}: ${text}`,
    ),
  );
  expect(fixed).toEqual([]);
});
