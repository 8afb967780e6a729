import { z } from "zod";
import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";

/** Outcome of a write as a read shows it: it happened, as `found`; it did not; or neither is shown. */
export type Judgement =
  | { readonly changed: "yes"; readonly found: unknown }
  | { readonly changed: "no" | "unknown" };

export const notDone: Judgement = { changed: "no" };
export const undecided: Judgement = { changed: "unknown" };
/** The write happened; `found` is the entry that shows it, null where nothing is left to show. */
export const done = (found: unknown): Judgement => ({ changed: "yes", found });

/** A response to a read of the same thing from before the write. */
export interface Known {
  /** Query of the read. */
  readonly query: Readonly<Record<string, string>>;
  /** Null where there was no such thing. */
  readonly value: unknown;
}

/**
 * Knowledge beside a check's read. There is no time among it: clocks of services, of what is in front of them and of
 * this machine differ, so that none decides whether something is new.
 */
export interface WriteCheckContext {
  /** The account's user; null where unknown. */
  readonly user: { readonly id: number; readonly username: string; readonly name: string } | null;
  /** Responses from before the write. */
  readonly before: readonly Known[];
  /** Whether the read has every entry of its list; only then does a missing one show anything. */
  readonly isComplete: boolean;
}

/** Input of a read for what was written. */
type Input = (written: Fields) => Record<string, unknown>;
type What = (written: Fields) => string;

/** A read that shows something of a write. */
interface CheckRead {
  readonly read: AnyOperation;
  readonly input: Input;
}

/** Check of a write whose response is missing or wrong: a read, and what it has to show. */
export interface WriteCheck extends CheckRead {
  /** Further reads whose cached responses show what was there before. */
  readonly known?: readonly CheckRead[];
  /** A read that is sent before the write, unless what is cached shows enough of what was there before. */
  readonly first?: CheckRead & {
    readonly isNeeded: (written: Fields, cached: readonly Known[]) => boolean;
  };
  /** The list goes on for as long as the project's history: its first page is read, not all of it. */
  readonly firstPageOnly?: boolean;
  /** `found` is the read's JSON, null where it does not exist. */
  readonly judge: (found: unknown, written: Fields, context: WriteCheckContext) => Judgement;
  /** Result as a sentence, for a write that happened and for one that did not. */
  readonly sentences: (written: Fields) => readonly [yes: string, no: string];
}

/** A write whose outcome no read shows, and why. */
export interface Unseen {
  readonly unseen: string;
}

/** The writes of a resource, each with what its outcome is judged by after an uncertain failure. */
export type WriteChecks = readonly (readonly [write: AnyOperation, check: WriteCheck | Unseen])[];

/** A write that no read shows; `reason` says why. */
export const unseen = (reason: string): Unseen => ({ unseen: reason });

/** Returns whether a read's objects have the shape in which a write returns its own. */
export function showsResponseOf({ response: shown }: AnyOperation, { response }: AnyOperation): boolean {
  if (shown.kind !== "json" || response.kind !== "json") return false;
  const { schema } = shown;
  return schema === response.schema || (schema instanceof z.ZodArray && schema.element === response.schema);
}

/** The fields of these names, which read and write share. */
export const pickFields =
  (...names: readonly string[]): Input =>
  (written) =>
    Object.fromEntries(names.map((name) => [name, written[name]]));

/** {@link pickFields} of a list that is read with 100 entries a page. */
export const hundredOf =
  (...names: readonly string[]): Input =>
  (written) => ({ ...pickFields(...names)(written), per_page: 100 });

/** Returns whether a value is an object of JSON. */
export const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * A write that creates what the read shows, under a name of its own. What was there before, or has another content than
 * `names` sent, may be somebody else's.
 */
export const creates = (
  read: AnyOperation,
  input: Input,
  what: What,
  names: readonly string[] = [],
): WriteCheck => ({
  read,
  input,
  judge(found, written, { before }) {
    if (found === null) return notDone;
    if (!isFields(found) || before.some(({ value }) => isFields(value))) return undecided;
    return compareFields(found, written, names) === false ? undecided : done(found);
  },
  sentences: (written) => [`${what(written)} exists.`, `${what(written)} does not exist.`],
});

/**
 * A write that deletes what the read shows. `slow`: the service may delete it later, so that it is undecided while it
 * is there.
 */
export const deletes = (read: AnyOperation, input: Input, what: What, slow = false): WriteCheck => ({
  read,
  input,
  judge: (found) => (found === null ? done(null) : slow ? undecided : notDone),
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
    if (happened === null) return undecided;
    return happened ? done(found) : notDone;
  },
  sentences,
});

/**
 * A write that sets fields to what was sent; only those that the read shows count. Other values show that it did not
 * happen where they are those from before; else somebody may have changed them since. Values from before that differ
 * from what was sent in outer space or line ends alone show neither.
 */
export const sets = (read: AnyOperation, input: Input, names: readonly string[], what: What): WriteCheck =>
  makes(
    read,
    input,
    (found, written, { before }) => {
      const isSet = compareFields(found, written, names);
      if (isSet === null) return null;
      const sent = names.filter((name) => written[name] !== undefined && name in found);
      const isAsBefore = isUnchanged(found, sent, before);
      if (!isSet) return isAsBefore ? false : null;
      const isExact = sent.every((name) => typeof found[name] !== "string" || found[name] === written[name]);
      return isExact || !isAsBefore ? true : null;
    },
    (written) => [`${what(written)} has the new values.`, `${what(written)} does not have the new values.`],
  );

/** Returns whether fields have the values from before the write. */
export const isUnchanged = (found: Fields, names: readonly string[], before: readonly Known[]): boolean =>
  before.some(
    ({ value }) =>
      isFields(value) && names.every((name) => name in value && isSame(found[name], value[name])),
  );

/** Returns whether all sent fields of these names are as sent, null where the read shows none of them. */
export function compareFields(found: Fields, written: Fields, names: readonly string[]): boolean | null {
  const compared = names.filter((name) => written[name] !== undefined && name in found);
  return compared.length === 0 ? null : compared.every((name) => isSame(found[name], written[name]));
}

/** A write after which a list no longer has the entry of an id. */
export const removes = (read: AnyOperation, input: Input, id: string, what: What): WriteCheck => ({
  read,
  input,
  judge(found, written, { isComplete }) {
    if (!Array.isArray(found)) return undecided;
    if (found.some((entry) => isFields(entry) && isSame(entry.id, written[id]))) return notDone;
    return isComplete ? done(null) : undecided;
  },
  sentences: (written) => [`${what(written)} is no longer there.`, `${what(written)} is still there.`],
});

/** Returns whether two texts are the same but for outer space and line ends, which services change. */
export const isSameText = (found: unknown, sent: unknown): boolean =>
  typeof found === "string" && typeof sent === "string" && plain(found) === plain(sent);

const plain = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Returns whether a value is the one that was sent, in whichever form services show it. */
export function isSame(found: unknown, sent: unknown): boolean {
  if (Array.isArray(found) || Array.isArray(sent)) return entriesOf(found) === entriesOf(sent);
  return plain(String(found ?? "")) === plain(String(sent ?? ""));
}

const entriesOf = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String) : String(value ?? "").split(","))
    .map((entry) => entry.trim())
    .sort()
    .join(",");
