import { isNode, Scalar, type ScalarTag } from "yaml";

type AddToMap = NonNullable<Scalar["addToJSMap"]>;

/**
 * The key `<<` as Ruby's Psych reads it: what it merges replaces the keys above it and is replaced by those below it, and of a
 * list the first map wins. What cannot be merged is the value of a key `<<`.
 */
export const mergeKey: ScalarTag = {
  tag: "tag:yaml.org,2002:merge",
  default: "key",
  test: /^<<$/,
  resolve: () => Object.assign(new Scalar("<<"), { addToJSMap: addMerged }),
};

const addMerged: AddToMap = (context, map, node) => {
  const value: unknown = isNode(node) ? node.toJSON("", context) : node;
  const merged = isPlainMap(value) ? [value] : Array.isArray(value) ? value.toReversed() : [value];
  if (!merged.every(isPlainMap)) return define(map, "<<", value);
  for (const entries of merged) for (const [key, entry] of Object.entries(entries)) define(map, key, entry);
};

const isPlainMap = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Sets a key, `__proto__` too. */
const define = (map: object, key: string, value: unknown): void => {
  Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
};
