import { expect, it } from "vitest";
import { rounds, seed } from "../../../shared/testing/rounds.ts";
import { driveKills } from "./drive-kills.ts";

// Processes and their children are found in /proc.
it.skipIf(process.platform !== "linux")(
  "keeps what was confirmed, and nothing half, through kills at random moments",
  async () => {
    const figures = await driveKills({
      kills: rounds(30, 3),
      minutes: 2,
      seed: seed(),
      pushBytes: 1024 * 1024,
      isBundled: false,
    });
    expect(figures.broken).toEqual([]);
    expect(Object.values(figures.confirmed).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  },
  300_000,
);
