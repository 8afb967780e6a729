import { GitRefusal } from "../git-refusal.ts";

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EIO: "its volume does not respond",
  ESTALE: "its volume does not respond",
  ENOTCONN: "its volume does not respond",
  ETIMEDOUT: "its volume does not respond",
};

/** Returns the refusal of a file or folder that the system does not let Helve read; `code` is the system's. */
export const unreadable = (path: string, code: string): GitRefusal =>
  new GitRefusal("original_unreadable", `${path} cannot be read: ${reasons[code] ?? code}.`, { path });
