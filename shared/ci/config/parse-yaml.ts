import {
  type CollectionTag,
  type Document,
  type ErrorCode,
  isNode,
  parseAllDocuments,
  Scalar,
  type ScalarTag,
  type YAMLParseError,
} from "yaml";
import { ConfigError } from "./config-error.ts";
import { isTime, readScalar } from "./read-scalar.ts";

/** Bytes of one file beyond which it is not read. */
export const maxFileBytes = 1024 * 1024;

/** A `!reference [job, key, …]`, to be replaced by what it points at once all files are merged. */
export class YamlReference {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    this.path = path;
  }
}

const referenceTag: CollectionTag = {
  tag: "!reference",
  collection: "seq",
  resolve: (node) => new YamlReference([node.toJSON()].flat().map(String)),
};

const plainScalar: ScalarTag = {
  tag: "tag:yaml.org,2002:scalar",
  default: true,
  test: /^/,
  resolve(text) {
    // The parser makes it an error of the file, at its place.
    if (isTime(text)) throw new Error("time");
    return readScalar(text);
  },
};

export type YamlMap = Readonly<Record<string, unknown>>;

/** Returns whether a value of a configuration is a map, and not a list, scalar or reference. */
export const isMap = (value: unknown): value is YamlMap =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof YamlReference);

/** Returns the error of a file of configuration that is too large. */
export const configTooLarge = (file: string): ConfigError => new ConfigError(`${file} is larger than 1 MB.`);

/** Returns the top level of a file. Throws {@link ConfigError} for what is not YAML, is not a map, or is too large. */
export function parseYaml(text: string, file: string): YamlMap {
  if (text.length > maxFileBytes || new TextEncoder().encode(text).length > maxFileBytes)
    throw configTooLarge(file);
  try {
    const [value, ...more] = readDocuments(text).filter((document) => document !== null);
    if (more.length > 1) throw new ConfigError("a file can have two documents at most.");
    if (isMap(value)) return value;
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`${file}: ${error.message}`);
    throw error;
  }
  throw new ConfigError(`${file} has no jobs: its top level has to be a map.`);
}

/** Returns the values of the documents of a file. */
function readDocuments(text: string): unknown[] {
  const documents = parseAllDocuments(text, {
    customTags: [referenceTag, createMergeKey(), plainScalar],
    version: "1.1",
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
  });
  const line = (offset: number) => text.slice(0, offset).split("\n").length;
  return ("empty" in documents ? [] : documents).map((document) => {
    const [error] = document.errors;
    // The parser reports that it ran out of stack as an error of the file.
    if (error && /call stack/.test(error.message)) throw new ConfigError(tooDeep);
    if (error) throw new ConfigError(`line ${line(error.pos[0])}: ${faultOf(error)}`);
    return toValue(document);
  });
}

/** Returns a value in which aliases share what their anchors have; it is counted where it is copied. */
function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: -1 });
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof RangeError) throw new ConfigError(tooDeep);
    const missing = /alias.*?: (\S+)/.exec(error instanceof Error ? error.message : "")?.[1];
    throw new ConfigError(
      missing === undefined ? "this is not YAML." : `the anchor &${missing} is not there.`,
    );
  }
}

/** Returns words for a fault of a file; those of the parser are about its own terms. */
const faultOf = ({ code, message }: YAMLParseError): string =>
  faults[/must be sufficiently indented and end with/.test(message) ? "MISSING_CHAR" : code] ??
  "this is not YAML.";

const tooDeep = "the file is nested too deeply.";
const indentation = "the indentation does not fit the lines above.";
const oneLine = "a key has to be on one line, with its value behind a colon.";
const faults: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: "the name of an anchor or alias is missing.",
  ALIAS_PROPS: "an alias can have neither an anchor nor a tag.",
  BAD_DQ_ESCAPE: "there is no such escape in double quotation marks; single ones take a backslash as it is.",
  BAD_INDENT: indentation,
  BAD_SCALAR_START: "a value that begins with this character has to be in quotation marks.",
  BLOCK_AS_IMPLICIT_KEY:
    "a colon is in a value without quotation marks, or a line is not indented as those beside it.",
  BLOCK_IN_FLOW: "a list or map of lines cannot be inside brackets.",
  KEY_OVER_1024_CHARS: "a key is longer than 1,024 characters.",
  MISSING_CHAR: "a quotation mark, bracket, comma or colon is missing.",
  MULTILINE_IMPLICIT_KEY: oneLine,
  MULTIPLE_ANCHORS: "a value can have one anchor.",
  MULTIPLE_TAGS: "a value can have one tag.",
  TAG_RESOLVE_FAILED: "a time has to be in quotation marks.",
  TAB_AS_INDENT: "tabs cannot indent; use spaces.",
  RESOURCE_EXHAUSTION: tooDeep,
};

type AddToMap = NonNullable<Scalar["addToJSMap"]>;

/** Keys that merge keys may add to the maps of one file. */
const maxMergedKeys = 200_000;

/**
 * Returns the tag of the key `<<` as Ruby's Psych reads it, for one file: what it merges replaces the keys above it and is
 * replaced by those below it, and of a list the first map wins. What cannot be merged is the value of a key `<<`.
 */
function createMergeKey(): ScalarTag {
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
