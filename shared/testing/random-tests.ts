import fc from "fast-check";
import { afterEach } from "vitest";
import { rounds, seed } from "./rounds.ts";

// Every property test of the run; one that sets its own number of runs takes it from `rounds`.
fc.configureGlobal({ numRuns: rounds(100, 25), seed: seed() });

afterEach(({ task }) => {
  if (task.result?.state === "fail") console.error(`Random input was of HELVE_SEED=${seed()}: ${task.name}`);
});
