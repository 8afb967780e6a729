import { expect, it } from "vitest";
import { rounds, seed } from "../../shared/testing/rounds.ts";
import { driveHost } from "./testing/faults/drive-host.ts";
import { faults } from "./testing/faults/faults.ts";

it.each(Array.from({ length: rounds(4) }, (_, index) => seed() + index))(
  "discards every broken response and no intact one (seed %i)",
  async (seed) => {
    const figures = await driveHost({ seed, operations: 500, share: 0.33 });
    expect(figures.broken).toEqual([]);
    expect(figures.requestsWithFaults).toBeGreaterThan(faults.length);
    expect(figures.confirmed + figures.doubt.yes).toBeGreaterThan(0);
    expect(figures.cacheEntries).toBeGreaterThan(0);
    expect(figures.connectionsAtEnd).toBeLessThanOrEqual(64);
  },
  240_000,
);
