import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../node.mjs";
import { commandOf } from "./brief.mjs";

/** Entries of each list of durations. */
const slowest = 20;
export const indent = (text) => text.replace(/^(?=.)/gm, "    ");

/** A test as the summary lists it, with the command that runs it alone. */
export function failureEntry({ file, title, message }) {
  if (!file) return { name: title, message };
  return {
    name: title ? `${file}: ${title}` : file,
    message,
    command: title ? commandOf({ file, title }) : `npm test -- ${file}`,
  };
}

/** Prints what failed, what did not run, and how to run it; the last line counts. */
export function printSummary(result, plan, { times, seconds }) {
  if (times) for (const suite of result.suites) printTimes(suite);
  const steps = result.steps.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`);
  console.log(`\n${[...steps, `all ${seconds.toFixed(1)} s`].join(", ")}`);
  list("Passed only at the second try, to be mended", result.flaky);
  list(
    "Skipped",
    result.skipped.map(({ name, message }) => ({ name, message })),
  );
  // The runner has printed them whole where files are named.
  const isPrinted = ({ command }) => plan.named && command !== undefined;
  list(
    "Failed",
    result.failed.map((entry) => (isPrinted(entry) ? { ...entry, message: "" } : entry)),
  );
  for (const { title, output } of result.suites) {
    if (!output) continue;
    const path = join("test-results", `${title.split(/\W/)[0].toLowerCase()}.log`);
    mkdirSync(join(root, "test-results"), { recursive: true });
    writeFileSync(join(root, path), output);
    console.log(`\n${title}: ${path} has the whole output.`);
  }
  const skipped = result.skipped.length + (result.desktop?.count ?? 0);
  const notRun = [
    ...(result.desktop
      ? [`Not run in Electron: ${result.desktop.count} specs. ${result.desktop.obstacle}.`]
      : []),
    ...plan.notRun.map(({ what, why, how }) => `Not run: ${what}${why ? `; ${why}` : ""}. Run: ${how}`),
  ];
  console.log(["", ...notRun].join("\n"));
  console.log(
    `${result.passed} passed, ${result.failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  );
}

function list(title, entries) {
  if (entries.length === 0) return;
  console.log(`\n${title}:`);
  for (const { name, message, command } of entries) {
    console.log(`- ${name}`);
    if (message) console.log(indent(message));
    if (command) console.log(indent(command));
  }
}

/** Prints the slowest files and tests of a suite, and the sums of its projects. */
function printTimes({ title, files, tests }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(8)} s`;
  const sums = (entries, keyOf) => {
    const found = new Map();
    for (const entry of entries) found.set(keyOf(entry), (found.get(keyOf(entry)) ?? 0) + entry.ms);
    return [...found].map(([name, ms]) => ({ name, ms })).toSorted((a, b) => b.ms - a.ms);
  };
  const parts = [
    ["seconds of all workers by project", sums(files, ({ project }) => project)],
    ["slowest files", sums(files, ({ project, name }) => `${project} ${name}`).slice(0, slowest)],
    [
      "slowest tests",
      sums(tests, ({ project, file, title }) => `${project} ${file}: ${title}`).slice(0, slowest),
    ],
  ];
  for (const [what, entries] of parts) {
    console.log(`\n${title}, ${what}:`);
    for (const { name, ms } of entries) console.log(`${seconds(ms)}  ${name}`);
  }
}
