import { ensurePackages } from "./install.mjs";
import { runPlan } from "./test/run.mjs";

/** `npm run check`, before a commit: the static checks that need no network, beside the unit tests. */
ensurePackages();
process.exitCode = await runPlan(
  {
    title: "Unit tests",
    checks: ["Types", "Lint", "Structure", "Import borders", "Dead code"],
    tests: "unit",
    specs: [],
    smoke: false,
    sweep: false,
    notRun: [],
  },
  {},
);
