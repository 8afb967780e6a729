import { parseArgs } from "node:util";

/** Reads the flags of a command; prints the usage and ends where they are wrong or help is requested. */
export function readFlags(options, usage) {
  try {
    const { values } = parseArgs({
      options: { ...options, help: { type: "boolean", short: "h", default: false } },
      strict: true,
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    return values;
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

/** A port of a flag: a number from 0 to 65535. Ends the process for anything else. */
export function readPort(text, usage) {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  console.error(`"${text}" is not a port.\n\n${usage}`);
  process.exit(2);
}
