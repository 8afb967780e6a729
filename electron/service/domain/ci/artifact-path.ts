import { httpError } from "../../http/http-error.ts";

/** Throws 400 where a path cannot be one of a file inside an archive: absolute, with `..`, or a folder. */
export function checkArtifactPath(path: string): void {
  const parts = path.split("/");
  const wrong = path.includes("\0") || path.includes("\\") || parts.some((part) => /^\.{0,2}$/.test(part));
  if (wrong) throw httpError(400, "400 Invalid path");
}
