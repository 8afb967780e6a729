import { isUtf8 } from "node:buffer";

/**
 * Path of a file in a work tree with one character for each byte: git compares bytes, and not all of them are UTF-8.
 */
export type BytePath = string;

/** Returns the paths that git prints with `-z`. */
export const readPaths = (stdout: Buffer): BytePath[] => splitPaths(stdout).filter(Boolean);

/** Returns all fields that git prints with `-z`. */
export const splitPaths = (stdout: Buffer): BytePath[] => stdout.toString("latin1").split("\0");

/** Returns paths as git reads them from its input with `-z`. */
export const writePaths = (paths: readonly BytePath[]): Buffer => Buffer.from(paths.join("\0"), "latin1");

/** Returns a path as text for people and arguments; bytes that are not UTF-8 are U+FFFD. */
export const pathText = (path: BytePath): string => Buffer.from(path, "latin1").toString();

/** Returns whether a path can be an argument of a program. */
export const isArgument = (path: BytePath): boolean => isUtf8(Buffer.from(path, "latin1"));

/** Returns the bytes of a path, for calls of the file system. */
export const bytesOf = (path: BytePath): Buffer => Buffer.from(path, "latin1");
