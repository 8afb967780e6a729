import { capitalize } from "../../../shared/text/capitalize.ts";
import { GitRefusal } from "./git-refusal.ts";

/** Something of a repository is larger than what is read at once. */
export class TooLarge extends GitRefusal {
  constructor(what: string, maxBytes: number) {
    super(
      "too_large",
      `${capitalize(what)} is larger than the ${formatMiB(maxBytes)} that are read at once.`,
      {
        limit: String(maxBytes),
      },
    );
  }
}

const formatMiB = (bytes: number): string => `${Math.floor(bytes / (1024 * 1024)).toLocaleString("en")} MiB`;

/** Returns a handler for `catch` that gives `otherwise` where something is too large, and throws other errors again. */
export const ifTooLarge =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (error instanceof GitRefusal && error.reason === "too_large") return otherwise;
    throw error;
  };
