/** Result of a test. A test that broke instead of failing is `error`. */
export type TestStatus = "failed" | "error" | "skipped" | "passed";

/** Words of `status`, `result` and the like, without case, spaces and signs, by what they mean. */
const words: Readonly<Record<TestStatus, readonly string[]>> = {
  failed: ["failed", "fail", "failure", "broken", "notpassed", "assertionfailed"],
  error: ["error", "errored", "crashed", "crash", "aborted", "timeout", "timedout", "invalid", "setuperror"],
  skipped: [
    ...[
      "skipped",
      "skip",
      "notrun",
      "notexecuted",
      "notrunnable",
      "disabled",
      "suppressed",
      "ignored",
      "ignore",
    ],
    ...[
      "pending",
      "todo",
      "inconclusive",
      "filtered",
      "excluded",
      "canceled",
      "cancelled",
      "undefined",
      "deselected",
    ],
  ],
  passed: [
    "passed",
    "pass",
    "run",
    "success",
    "succeeded",
    "successful",
    "ok",
    "completed",
    "complete",
    "finished",
  ],
};
const meanings = new Map(
  Object.entries(words).flatMap(([status, list]) =>
    list.map((word) => [word, status as TestStatus] as const),
  ),
);

/** Elements in a test or suite that say how it ended. Failures of tries that were repeated with success are not among them. */
const elements: Readonly<Record<string, TestStatus>> = {
  failure: "failed",
  failed: "failed",
  fail: "failed",
  error: "error",
  errored: "error",
  skipped: "skipped",
  skip: "skipped",
  ignored: "skipped",
  disabled: "skipped",
  notrun: "skipped",
  pending: "skipped",
  todo: "skipped",
};

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, "");

/** Returns what an element in a test says of how it ended, null where it is about something else. */
export const statusOfElement = (name: string): TestStatus | null => {
  const key = plain(name.slice(name.indexOf(":") + 1));
  return Object.hasOwn(elements, key) ? (elements[key] ?? null) : null;
};

/** Attributes that contain a word, and those whose truth or falsehood says how a test ended. */
const wordAttributes = ["status", "result", "outcome", "state"];
const flags: readonly (readonly [name: string, when: boolean, means: TestStatus])[] = [
  ["executed", false, "skipped"],
  ["disabled", true, "skipped"],
  ["skipped", true, "skipped"],
  ["ignored", true, "skipped"],
  ["passed", false, "failed"],
  ["success", false, "failed"],
  ["failed", true, "failed"],
  ["failure", true, "failed"],
  ["error", true, "error"],
  ["errored", true, "error"],
];

/** The end of a test by its attributes, with a message where its word is not known. */
interface NamedResult {
  readonly status: TestStatus;
  readonly message: string;
}

/**
 * Returns how a test ended by its attributes alone. The worst that one of them says counts, and a word that nobody knows is
 * no success.
 */
export function resultOfAttributes(attributes: Readonly<Record<string, string>>): NamedResult {
  const own = new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
  const found: TestStatus[] = flags.flatMap(([name, when, means]) => {
    const value = plain(own.get(name) ?? "");
    const isSet = value === "true" || value === "yes" || own.get(name) === "1";
    const isUnset = value === "false" || value === "no" || own.get(name) === "0";
    return (when ? isSet : isUnset) ? [means] : [];
  });
  let message = "";
  for (const name of wordAttributes) {
    const value = own.get(name);
    if (value === undefined || value.trim() === "") continue;
    const meaning = meanings.get(plain(value));
    if (meaning === undefined) message = `The report says ${name} "${value.slice(0, 100)}".`;
    found.push(meaning ?? "skipped");
  }
  return { status: found.toSorted((a, b) => severity[b] - severity[a])[0] ?? "passed", message };
}

/** The weight of a status: of several the worst counts. */
export const severity: Readonly<Record<TestStatus, number>> = { passed: 0, skipped: 1, failed: 2, error: 3 };

/** Zeros of digits that reports of other locales are written with. */
const zeros = ["\u0660", "\u06f0", "\u0966", "\u09e6", "\uff10"];

/**
 * Returns seconds as any locale writes them: `0.25`, `0,25`, `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5`, `1e-05`. A separator
 * that is there once is the decimal one. Null where there are none.
 */
export function readSeconds(text: string | undefined): number | null {
  const latin = (text ?? "")
    .trim()
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeros
        .map((each) => each.codePointAt(0) ?? 0)
        .find((each) => code >= each && code < each + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replaceAll("\u066b", ".")
    .replace(/[\s\u066c'’_]|s(?:ec(?:onds?)?)?$/g, "");
  if (latin === "") return null;
  const last = Math.max(latin.lastIndexOf("."), latin.lastIndexOf(","));
  const separator = latin[last] ?? "";
  const isDecimal = separator !== "" && latin.indexOf(separator) === last;
  const whole = (isDecimal ? latin.slice(0, last) : latin).replace(/[.,]/g, "");
  const value = Number(isDecimal ? `${whole}.${latin.slice(last + 1)}` : whole);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
