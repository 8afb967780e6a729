import type { ForeignProblem } from "../../system/foreign/folder-walk.ts";
import { ForeignFolder } from "../../system/foreign/foreign-folder.ts";
import { GitRefusal } from "./git-errors.ts";

const sentences: Readonly<Record<ForeignProblem, string>> = {
  link: "is a link, and Helve follows none inside a repository. Replace it by what it leads to",
  not_plain: "is not a plain file, and Helve opens nothing else there",
  too_large: "is larger than any file of its kind",
  no_folder: "cannot be written: a folder above it is not there",
  not_below: "is not a path below a folder",
  no_response: "cannot be read: its volume does not respond",
};

/** Returns the refusal of a path of an opened repository. */
export const foreignPathRefusal = (path: string, problem: ForeignProblem): GitRefusal =>
  new GitRefusal("original_unreadable", `${path} ${sentences[problem]}.`, { path });

/** Returns the way to files of a folder that Helve does not own. Its calls throw {@link GitRefusal}. */
export const foreignFolder = (root: string): ForeignFolder => new ForeignFolder(root, foreignPathRefusal);

/** Bytes of the longest file that only names a path. */
const maxPointerBytes = 64 * 1024;

/** Returns the text of a small file of a git folder; null where it is not there. */
export const readPointer = (gitDir: string, name: string): Promise<string | null> =>
  foreignFolder(gitDir).readText(name, maxPointerBytes);
