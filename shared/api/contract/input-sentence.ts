import type { z } from "zod";
import { capitalize } from "../../text/capitalize.ts";

type Issue = z.core.$ZodIssue;

const types: Readonly<Record<string, string>> = {
  array: "a list",
  bigint: "a whole number",
  boolean: "true or false",
  date: "a date",
  file: "a file",
  int: "a whole number",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
};

const formats: Readonly<Record<string, string>> = {
  date: "a date such as 2026-01-31",
  datetime: "a date and time such as 2026-01-31T12:00:00Z",
  email: "an email address",
  url: "a full address such as https://code.example",
};

/** Returns what a value has to be, such as `a whole number` or `a or b`; null where the issue does not name it. */
function expectation(issue: Issue): string | null {
  switch (issue.code) {
    case "invalid_type":
      return types[issue.expected] ?? null;
    case "invalid_format":
      return formats[issue.format] ?? null;
    case "invalid_value":
      return issue.values.map(String).join(" or ");
    case "invalid_union": {
      const named = issue.errors.map(([first]) => first && expectation(first)).filter((text) => text != null);
      return named.length > 0 ? [...new Set(named)].join(" or ") : null;
    }
    default:
      return null;
  }
}

const notKnown = "is not known";

const plural = (count: number | bigint, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function limit(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const bound = issue.code === "too_small" ? issue.minimum : issue.maximum;
  const word = issue.code === "too_small" ? "at least" : "at most";
  if (issue.origin === "string") {
    return issue.code === "too_small" && bound === 1
      ? "cannot be empty"
      : `must have ${word} ${plural(bound, "character")}`;
  }
  if (issue.origin === "array" || issue.origin === "set") {
    return issue.code === "too_small" && bound === 1
      ? "cannot be empty"
      : `must have ${word} ${plural(bound, "entry").replace("entrys", "entries")}`;
  }
  const inclusive = issue.inclusive ?? true;
  if (inclusive) return `must be ${word} ${bound}`;
  return `must be ${issue.code === "too_small" ? "more" : "less"} than ${bound}`;
}

/** Returns the end of a sentence about a refused value, to be put after the field's name: `must be a whole number`. */
export function describeIssue(issue: Issue): string {
  if (issue.code === "custom") return issue.message;
  if (issue.code === "unrecognized_keys") return notKnown;
  if (issue.code === "too_small" || issue.code === "too_big") return limit(issue);
  if (issue.code === "not_multiple_of") return `must be a multiple of ${issue.divisor}`;
  const expected = expectation(issue);
  return expected === null ? "does not have the right format" : `must be ${expected}`;
}

const spelled: Readonly<Record<string, string>> = {
  api: "API",
  id: "ID",
  iid: "number",
  sha: "SHA",
  ssh: "SSH",
  url: "URL",
};

/** Returns a field's name as people write it: `merge_request_iid` becomes `Merge request number`. */
function fieldName(field: string): string {
  const words = field
    .split(/[._]/)
    .map((word) => spelled[word] ?? (/^\d+$/.test(word) ? String(Number(word) + 1) : word))
    .join(" ");
  return capitalize(words);
}

/**
 * Returns one sentence about a refused field; a message without a field is the sentence itself. A field that is not known
 * keeps its spelling, since that is what is wrong with it.
 */
export function inputSentence(field: string, message: string): string {
  if (field && message === notKnown) return `${field} ${message}.`;
  const text = field ? `${fieldName(field)} ${message}` : capitalize(message);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
