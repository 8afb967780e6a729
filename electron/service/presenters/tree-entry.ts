import { posix } from "node:path";
import type { GitTreeEntry } from "../git/objects/trees.ts";

/** Returns an entry of a tree. */
export const toTreeEntry = ({ id, type, path, mode }: GitTreeEntry) => ({
  id,
  name: posix.basename(path),
  type,
  path,
  mode,
});
