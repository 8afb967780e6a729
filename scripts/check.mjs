import { ensurePackages } from "./install.mjs";
import { isSecurityInstalled } from "./test/checks.mjs";
import { run } from "./test/run.mjs";

/** `npm run check`, before a commit: the static checks that need no network, beside the unit tests. */
ensurePackages();
const security = {
  what: "Desktop security",
  why: "Electronegativity is not installed",
  how: "npm run security",
};
process.exitCode = await run(
  {
    title: "Unit tests",
    checks: [
      "Types",
      "Lint",
      "Import borders",
      "Dead code",
      ...(isSecurityInstalled() ? ["Desktop security, offline"] : []),
    ],
    tests: "unit",
    specs: [],
    smoke: false,
    sweep: false,
    notRun: isSecurityInstalled() ? [] : [security],
  },
  {},
);
