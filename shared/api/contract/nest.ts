import { InvalidInput } from "./encode.ts";

/** Parameters that a query or a form may have, and pairs of brackets of one name. */
export const maxParameters = 1_000;
export const maxBrackets = 10;

type Nested = { [name: string]: unknown };

/** Returns whether a value is an object of names, neither a list nor null. */
export const isNested = (value: unknown): value is Nested =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws {@link InvalidInput} where a query or a form has too many parameters; cheaper than to parse it. */
export function checkParameterCount(text: string): void {
  let count = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) count++;
  if (count > maxParameters) throw tooMany();
}

/**
 * Reads `a[]`, `a[key]` and `a[][key]` names into arrays and objects, in time that grows with their length alone. Throws
 * {@link InvalidInput} for more parameters, or more brackets in a name, than any operation has.
 */
export function nest(entries: Iterable<[string, unknown]>): Nested {
  const root: Nested = Object.create(null);
  let count = 0;
  for (const [name, value] of entries) {
    if (++count > maxParameters) throw tooMany();
    insert(root, keysOf(name), value);
  }
  return root;
}

const refusal = (message: string) => new InvalidInput([{ field: "", message, kind: "rule" }]);
const tooMany = () => refusal(`More than ${maxParameters} parameters were sent`);

/** Returns `["a", "", "key"]` for `a[][key]`; what follows an unclosed bracket, or is between two pairs, is left out. */
function keysOf(name: string): string[] {
  const open = name.indexOf("[");
  // A name that begins with a bracket has no other.
  if (open === 0 && !name.includes("]")) return [name];
  const keys = open === 0 ? [] : [open === -1 ? name : name.slice(0, open)];
  for (let at = open; at !== -1; ) {
    const end = name.indexOf("]", at);
    if (end === -1) break;
    if (keys.length > maxBrackets)
      throw refusal(`A parameter has more than ${maxBrackets} pairs of brackets`);
    keys.push(name.slice(at + 1, end));
    at = name.indexOf("[", end);
  }
  return keys;
}

/** Sets a value below the keys of its name; an empty key is the next element of a list. */
function insert(root: Nested, keys: readonly string[], value: unknown): void {
  let holder = root;
  for (let at = 0; ; at++) {
    const key = keys[at] ?? "";
    if (at === keys.length - 1) {
      holder[key] = value;
      return;
    }
    if (keys[at + 1] !== "") {
      holder = childOf(holder, key);
      continue;
    }
    const list: unknown[] = Array.isArray(holder[key]) ? holder[key] : [];
    holder[key] = list;
    const field = keys[at + 2];
    if (field === undefined) {
      list.push(value);
      return;
    }
    const last: unknown = list.at(-1);
    // A repeated field begins the next element.
    const isOpen = isNested(last) && !hasField(last, keys.slice(at + 2));
    const element: Nested = isOpen ? last : Object.create(null);
    if (!isOpen) list.push(element);
    holder = element;
    at++;
  }
}

/** Returns whether an element has the field at these keys; a list in it takes any number of values. */
function hasField(element: Nested, keys: readonly string[]): boolean {
  if (keys.includes("")) return false;
  let value: unknown = element;
  for (const key of keys) {
    if (!isNested(value) || !(key in value)) return false;
    value = value[key];
  }
  return true;
}

/**
 * Returns what was sent as a list: a list, or the elements of `a[0]`, `a[1]` in the order of their numbers; undefined for
 * everything else.
 */
export function toList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isNested(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => /^\d{1,9}$/.test(key))) return undefined;
  return keys.toSorted((one, other) => Number(one) - Number(other)).map((key) => value[key]);
}

/** Returns the object below a key; a value of another kind is replaced. */
function childOf(holder: Nested, key: string): Nested {
  const known = holder[key];
  const child: Nested = isNested(known) ? known : Object.create(null);
  holder[key] = child;
  return child;
}
