import { expect, it } from "vitest";
import { ProblemError } from "../../shared/errors.ts";
import { describeProblem } from "./describe-problem.ts";

const uncertain = (changed: "yes" | "no" | "unknown") =>
  describeProblem(new ProblemError({ code: "uncertain_write", message: "Helve looked.", changed }));

it("describes what was found of an uncertain write, and keeps the caller's words where nothing happened", () => {
  expect(uncertain("yes")).toMatchObject({
    title: "Done, but the service did not confirm it",
    isUncertain: true,
  });
  expect(uncertain("unknown")).toMatchObject({
    title: "Unknown whether this was done",
    isUncertain: true,
  });
  expect(uncertain("no").title).toBeUndefined();
  expect(uncertain("no").isUncertain).toBeUndefined();
});
