import { collected } from "./process-memory.ts";

// Loaded into a soaked process before its own code, with `--expose-gc`: on SIGUSR2 it collects and prints its memory.
process.on(
  "SIGUSR2",
  () => void collected().then((memory) => console.log(`Memory ${JSON.stringify(memory)}`)),
);
