import type { Optional } from "../../optional.ts";
import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import {
  done,
  isFields,
  isSame,
  type Judgement,
  type Known,
  notDone,
  undecided,
  type WriteCheck,
  type WriteCheckContext,
} from "./write-check.ts";

/** Resemblance of an entry to what was sent. */
interface Resemblance {
  readonly content: boolean;
  /** Whether this account made it, null where the entry does not show that; true where nobody else can have. */
  readonly mine: boolean | null;
}

/** Description of an entry that a write adds to a list. */
export interface AddedEntry
  extends Optional<{
    /** Entries in an element of the list, where they are not the elements themselves. */
    entriesOf: (element: unknown) => readonly unknown[];
  }> {
  readonly read: AnyOperation;
  readonly input: (written: Fields) => Record<string, unknown>;
  readonly what: (written: Fields) => string;
  readonly compare: (entry: Fields, written: Fields, context: WriteCheckContext) => Resemblance;
  /**
   * Name of the field whose number grows with each new entry, or a function that returns what tells two entries apart
   * where there is none.
   */
  readonly order: string | ((entry: Fields) => string);
  /** No two entries can have the same content, so that one which was not there before is the one that was sent. */
  readonly isUnique?: boolean;
}

/**
 * A write after which a list has a further entry. It is the one that was sent where its content and author are right and
 * it was not there before; it is missing where a complete list has no entry that could be it.
 */
export const adds = ({ read, input, what, ...entry }: AddedEntry): WriteCheck => ({
  read,
  input,
  judge: (found, written, context) =>
    Array.isArray(found) ? judge(entry, found, written, context) : undecided,
  sentences: (written) => [`${what(written)} is there.`, `${what(written)} is not there.`],
});

function judge(
  {
    compare,
    order,
    isUnique = false,
    entriesOf = (element) => [element],
  }: Omit<AddedEntry, "read" | "input" | "what">,
  found: readonly unknown[],
  written: Fields,
  context: WriteCheckContext,
): Judgement {
  const isNew = newness(order, entriesOf, context.before);
  let maybe = false;
  const entries = found.flatMap((element) => entriesOf(element).map((entry) => ({ element, entry })));
  for (const { element, entry } of entries) {
    if (!isFields(entry)) continue;
    const { content, mine } = compare(entry, written, context);
    const fresh = isNew(entry);
    if (content && mine !== false) {
      if (fresh === true && mine === true) return done(element);
      if (isUnique && fresh !== false && mine === true) return done(element);
      // One that was there before says nothing, unless no second one can be.
      if (fresh !== false || isUnique) maybe = true;
    }
    // Services change some texts: a new entry of this user may be the one that was sent.
    if (!content && !isUnique && mine === true && fresh === true) maybe = true;
  }
  if (maybe) return undecided;
  return context.isComplete ? notDone : undecided;
}

/** Returns a function that says whether an entry was not there before, null where that is not known. */
function newness(
  order: AddedEntry["order"],
  entriesOf: (element: unknown) => readonly unknown[],
  before: readonly Known[],
): (entry: Fields) => boolean | null {
  const lists = before.filter(
    ({ query, value }) => Array.isArray(value) && (value.length > 0 || isWhole(query)),
  );
  const entries = lists
    .flatMap(({ value }) => (value as readonly unknown[]).flatMap(entriesOf))
    .filter(isFields);
  if (typeof order === "function") {
    const known = new Set(entries.map(order));
    // Only a whole list shows that there was no such entry.
    const isKnown = lists.some(({ query }) => isWhole(query));
    return (entry) => (known.has(order(entry)) ? false : isKnown ? true : null);
  }
  const numbers = entries.map((entry) => entry[order]).filter((value) => typeof value === "number");
  const highest = Math.max(...numbers);
  return (entry) => {
    const number = entry[order];
    if (lists.length === 0 || typeof number !== "number") return null;
    return number > highest;
  };
}

const paging = new Set(["page", "per_page", "sort", "order_by"]);

/** Returns whether a query is that of a list from its start, without a filter. */
const isWhole = (query: Known["query"]): boolean =>
  Object.keys(query).every((name) => paging.has(name)) && (query.page ?? "1") === "1";

/** Returns whether a user of a response is the account's own, null where one of them is not known. */
export function isMine(user: unknown, { user: me }: WriteCheckContext): boolean | null {
  if (!isFields(user) || me === null) return null;
  if (typeof user.id === "number") return user.id === me.id;
  return typeof user.username === "string" ? isSame(user.username, me.username) : null;
}

/** A write that adds an entry of which no second one can have the same name, path or number. */
export const addsNamed = (
  read: AnyOperation,
  input: AddedEntry["input"],
  isSent: (entry: Fields, written: Fields) => boolean,
  what: AddedEntry["what"],
): WriteCheck =>
  adds({
    read,
    input,
    compare: (entry, written) => ({ content: isSent(entry, written), mine: true }),
    order: "id",
    isUnique: true,
    what,
  });
