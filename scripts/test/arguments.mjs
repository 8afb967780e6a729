import { parseArgs } from "node:util";

export const usage = `npm test -- [FLAGS] [FILE…]

Without a flag or a file: the static checks and every test; the sweep of layout and accessibility
where a file of the page changed.

FILE…          only these: test files, specs, folders, or sources (the tests that reach them)
-t TEXT        of these only the tests whose name contains the text
--changed      what the changes since main can reach, twelve specs of the whole app, the checks
--all          everything, with the sweep
--nightly      everything, and random tests with all of their rounds
--times        also what took how long`;

const options = {
  changed: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
  nightly: { type: "boolean", default: false },
  times: { type: "boolean", default: false },
  name: { type: "string", short: "t" },
  help: { type: "boolean", short: "h", default: false },
};

/** Reads the command line of `npm test`. Throws an error with a sentence for unknown flags and those that exclude each other. */
export function readArguments(argv) {
  const { values, positionals } = parseArgs({ args: argv, options, strict: true, allowPositionals: true });
  const files = positionals.filter(Boolean);
  if (values.changed && files.length > 0) throw new Error("--changed chooses the files itself.");
  if (values.all && files.length > 0) throw new Error("--all runs every file.");
  if (values.changed && (values.all || values.nightly))
    throw new Error("--changed runs a part, --all and --nightly run everything.");
  if (values.name !== undefined && files.length === 0) throw new Error("-t needs a FILE.");
  return { ...values, files };
}
