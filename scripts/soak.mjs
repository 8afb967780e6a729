import { runNamed } from "./run-named.mjs";

// A soak runs for minutes, prints its figures and ends with 1 where a promise of docs/trust.md was broken.
runNamed("soak");
