import fc from "fast-check";
import { expect, it } from "vitest";
import { rounds } from "../../../../shared/testing/rounds.ts";
import { startInProcess } from "./testing/opened-service.ts";
import { openedServiceForTests } from "./testing/opened-service-for-tests.ts";
import { runSteps, stepsOf } from "./testing/side-by-side.ts";

/** The long form is `npm run soak -- local`. */
const steps = rounds(60, 15);

const service = openedServiceForTests(startInProcess);

it("leaves every ref at the commit that git or the user's own operation set", async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(steps), async (taken) => {
      const counts = await runSteps(service, "side-by-side", taken);
      expect(counts.moved).toBeGreaterThan(0);
    }),
    { numRuns: rounds(2), endOnFailure: true },
  );
}, 300_000);
