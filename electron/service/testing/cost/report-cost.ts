import { readFileSync } from "node:fs";

/** Milliseconds of a tick in which Linux counts the time of ended children. */
const tickMs = 10;

/** Returns the processor time in milliseconds of children that have ended; 0 where the system does not show it. */
function childrenMs(): number {
  try {
    // The name in the second field may have spaces.
    const fields = readFileSync("/proc/self/stat", "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) * tickMs;
  } catch {
    return 0;
  }
}

// Loaded into a measured process before its own code: replies to each message with what the process has cost so far.
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuMs: (user + system) / 1_000 + childrenMs(),
    peakMb: process.resourceUsage().maxRSS / 1_024,
  });
});
