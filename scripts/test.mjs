import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { guideFiles } from "./guide.mjs";
import { ensurePackages } from "./install.mjs";
import { root } from "./node.mjs";
import { ensureHeadlessChromium, ensureKeyring } from "./system-packages.mjs";
import { readArguments, usage } from "./test/arguments.mjs";
import { readChanges } from "./test/changes.mjs";
import { hasSpecs, makePlan } from "./test/plan.mjs";
import { runPlan } from "./test/run.mjs";
import { readSources } from "./test/sources.mjs";

/** `npm test`: see the usage in test/arguments.mjs. */
const { flags, plan } = readPlan();
ensurePackages();
if (plan.tests === "all" || plan.tests.some((path) => path.endsWith(".contract.test.ts"))) ensureKeyring();
const chromium = hasSpecs(plan) ? ensureHeadlessChromium() : undefined;
// Random tests draw from it; a run of named files prints it itself.
if (!plan.named && plan.tests.length > 0) {
  process.env.HELVE_SEED ??= String(randomInt(2 ** 31));
  console.log(`Random input is of HELVE_SEED=${process.env.HELVE_SEED}, which repeats it.`);
}
process.exitCode = await runPlan(plan, { chromium, times: flags.times });

/** Ends the process where the command line is wrong. */
function readPlan() {
  try {
    const flags = readArguments(process.argv.slice(2));
    if (flags.help) {
      console.log(usage);
      process.exit(0);
    }
    const changes = flags.files.length > 0 ? null : readChanges(root);
    if (flags.changed && changes === null) console.log("No history to compare with: everything runs.");
    const cwd = process.env.INIT_CWD ? relative(root, process.env.INIT_CWD).replaceAll("\\", "/") : "";
    const guide = guideFiles(readFileSync(`${root}/CONTRIBUTING.md`, "utf8"));
    return { flags, plan: makePlan(flags, { sources: readSources(root), changes, guide, cwd }) };
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}
