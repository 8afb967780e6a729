import { nodeOptions } from "./node-options.mjs";
import { runNamed } from "./run-named.mjs";

// A soak runs for minutes, prints its figures and ends with 1 where a promise of docs/trust.md was broken.
// One that drives the host in its own process measures that process: it runs as Helve's do and can collect.
runNamed("soak", { execArgv: [...nodeOptions.execArgv, "--expose-gc"], env: nodeOptions.env });
