import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node.mjs";

const read = (name) => JSON.parse(readFileSync(join(root, "electron", "system", name), "utf8"));

/** Options and environment of Helve's processes: a small heap and few arenas, so that memory stays low. */
export const nodeOptions = read("node-options.json");

/**
 * Options and environment of the local service, which stays open all day: its heap grows in small steps and shrinks
 * again, and glibc returns the memory of large buffers, such as git's output, to the system.
 */
export const serviceOptions = read("service-options.json");

/**
 * Arguments and environment with which the compiler needs half of the processor's time: checkers side by side each read the
 * same types, and its garbage is collected often unless more memory is allowed.
 */
export const frugalTypes = { args: ["--checkers", "1", "--builders", "1"], env: { GOGC: "400" } };
