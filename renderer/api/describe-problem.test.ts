import { expect, it } from "vitest";
import { ProblemError } from "../../shared/errors.ts";
import { describeProblem, describeUnread } from "./describe-problem.ts";

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

it("names what could not be read, but not where the reason has a title of its own", () => {
  const unread = (code: "unavailable" | "forbidden" | "unauthorized" | "offline") =>
    describeUnread(new ProblemError({ code, message: "The service has a problem." }), "Tags").title;
  expect(unread("unavailable")).toBe("Tags could not be loaded");
  expect(unread("forbidden")).toBe("No access to tags");
  expect(unread("unauthorized")).toBeUndefined();
  expect(unread("offline")).toBeUndefined();
});
