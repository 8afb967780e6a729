import { isNode, Scalar, type ScalarTag } from "yaml";
import { ConfigError } from "./config-error.ts";

type AddToMap = NonNullable<Scalar["addToJSMap"]>;

/** Keys that merge keys may add to the maps of one file. */
const maxMergedKeys = 200_000;

/**
 * Returns the tag of the key `<<` as Ruby's Psych reads it, for one file: what it merges replaces the keys above it and is
 * replaced by those below it, and of a list the first map wins. What cannot be merged is the value of a key `<<`.
 */
export function createMergeKey(): ScalarTag {
  let merged = 0;
  const addMerged: AddToMap = (context, map, node) => {
    const value: unknown = isNode(node) ? node.toJSON("", context) : node;
    const sources = Array.isArray(value) ? value.toReversed() : [value];
    if (!sources.every(isPlainMap)) return define(map, "<<", value);
    for (const source of sources) {
      const entries = Object.entries(source);
      merged += entries.length;
      if (merged > maxMergedKeys) throw new ConfigError("its merge keys (<<) add too many keys.");
      for (const [key, entry] of entries) define(map, key, entry);
    }
  };
  return {
    tag: "tag:yaml.org,2002:merge",
    default: "key",
    test: /^<<$/,
    resolve: () => Object.assign(new Scalar("<<"), { addToJSMap: addMerged }),
  };
}

const isPlainMap = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Sets a key, `__proto__` too. */
const define = (map: object, key: string, value: unknown): void => {
  Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
};
