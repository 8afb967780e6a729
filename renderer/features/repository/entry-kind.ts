import type { TreeEntry } from "../../../shared/api/resources/repository.ts";

/** Returns what an entry of a folder is, by its type and mode. */
export const entryKind = ({ type, mode }: TreeEntry): "directory" | "submodule" | "symlink" | "file" =>
  type === "tree" ? "directory" : type === "commit" ? "submodule" : mode === "120000" ? "symlink" : "file";
