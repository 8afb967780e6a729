import type { AnyOperation } from "../contract/operation.ts";

/** Fields of an object as a service sent it. */
export type Fields = Readonly<Record<string, unknown>>;

/** Outcome of a write: it happened, it did not, or unknown. */
export type Changed = "yes" | "no" | "unknown";

/** Time of a write and its user, for the check. */
export interface WriteCheckContext {
  /** Time of the write by the service's clock, in ms since 1970; a little earlier, since clocks have seconds. */
  readonly since: number;
  /** Name of the account's user, null where it is not known. */
  readonly username: string | null;
}

/** Check of a write whose response is missing or wrong: a read, and what it has to show. */
export interface WriteCheck {
  readonly read: AnyOperation;
  /** Input of the read for what was written. */
  readonly input: (written: Fields) => Record<string, unknown>;
  /** `found` is the read's JSON, null where it does not exist. */
  readonly judge: (found: unknown, written: Fields, context: WriteCheckContext) => Changed;
  /** Result as a sentence, for a write that happened and for one that did not. */
  readonly sentences: (written: Fields) => readonly [yes: string, no: string];
}

type Input = (written: Fields) => Record<string, unknown>;
type What = (written: Fields) => string;

/** The fields of these names, which read and write share. */
export const pick =
  (...names: readonly string[]): Input =>
  (written) =>
    Object.fromEntries(names.map((name) => [name, written[name]]));

export const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const yesOrNo = (happened: boolean): Changed => (happened ? "yes" : "no");

/** A write that creates what the read shows. */
export const creates = (read: AnyOperation, input: Input, what: What): WriteCheck => ({
  read,
  input,
  judge: (found) => yesOrNo(found !== null),
  sentences: (written) => [`${what(written)} exists.`, `${what(written)} does not exist.`],
});

/**
 * A write that deletes what the read shows. `slow`: the service may delete it later, so that it is undecided while it
 * is there.
 */
export const deletes = (read: AnyOperation, input: Input, what: What, slow = false): WriteCheck => ({
  read,
  input,
  judge: (found) => (found === null ? "yes" : slow ? "unknown" : "no"),
  sentences: (written) => [`${what(written)} no longer exists.`, `${what(written)} still exists.`],
});

/** A write after which the read fulfils a condition; null where that is undecidable. */
export const makes = (
  read: AnyOperation,
  input: Input,
  condition: (found: Fields, written: Fields, context: WriteCheckContext) => boolean | null,
  sentences: WriteCheck["sentences"],
): WriteCheck => ({
  read,
  input,
  judge(found, written, context) {
    const happened = isFields(found) ? condition(found, written, context) : null;
    return happened === null ? "unknown" : yesOrNo(happened);
  },
  sentences,
});

/** A write that sets fields to what was sent; only those that the read shows count. */
export const sets = (read: AnyOperation, input: Input, names: readonly string[], what: What): WriteCheck =>
  makes(
    read,
    input,
    (found, written) => {
      const compared = names.filter((name) => written[name] !== undefined && name in found);
      return compared.length === 0 ? null : compared.every((name) => isSame(found[name], written[name]));
    },
    (written) => [`${what(written)} has the new values.`, `${what(written)} does not have the new values.`],
  );

/** A write after which a list has an entry that fits. */
export const adds = (
  read: AnyOperation,
  input: Input,
  fits: (entry: Fields, written: Fields, context: WriteCheckContext) => boolean,
  what: What,
): WriteCheck => ({
  read,
  input,
  judge: (found, written, context) =>
    Array.isArray(found)
      ? yesOrNo(found.some((entry) => isFields(entry) && fits(entry, written, context)))
      : "unknown",
  sentences: (written) => [`${what(written)} is there.`, `${what(written)} is not there.`],
});

/** A write after which a list no longer has the entry of an id. */
export const removes = (read: AnyOperation, input: Input, id: string, what: What): WriteCheck => ({
  read,
  input,
  judge: (found, written) =>
    Array.isArray(found)
      ? yesOrNo(!found.some((entry) => isFields(entry) && isSame(entry.id, written[id])))
      : "unknown",
  sentences: (written) => [`${what(written)} is no longer there.`, `${what(written)} is still there.`],
});

/** Returns whether an entry was created at the time of the write or later. */
export const isNew = (value: unknown, { since }: WriteCheckContext): boolean =>
  typeof value === "string" && Date.parse(value) >= since;

/** Returns whether two texts are the same but for outer space and line ends, which services change. */
export const isSameText = (found: unknown, sent: unknown): boolean =>
  typeof found === "string" && typeof sent === "string" && plain(found) === plain(sent);

const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();

function isSame(found: unknown, sent: unknown): boolean {
  if (Array.isArray(found) || Array.isArray(sent)) return entriesOf(found) === entriesOf(sent);
  return plain(String(found ?? "")) === plain(String(sent ?? ""));
}

const entriesOf = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String) : String(value ?? "").split(","))
    .map((entry) => entry.trim())
    .sort()
    .join(",");
