import { constants } from "node:fs";
import { readFile } from "node:fs/promises";

/** Windows has neither this flag nor pipes in folders. */
const flag = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a small file of a git folder; where a pipe has its name, without waiting for somebody who writes into it. */
export const readGitFile = (path: string): Promise<string> => readFile(path, { encoding: "utf8", flag });
