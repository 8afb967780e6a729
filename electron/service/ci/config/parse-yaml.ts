import { type CollectionTag, parseDocument } from "yaml";
import { ConfigError } from "./config-error.ts";

/** Bytes of one file beyond which it is not read. */
export const maxFileBytes = 1024 * 1024;
/** Aliases in a file beyond which it is not read. */
const maxAliases = 1_000;

/** A `!reference [job, key, …]`, to be replaced by what it points at once all files are merged. */
export class Reference {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    this.path = path;
  }
}

const referenceTag: CollectionTag = {
  tag: "!reference",
  collection: "seq",
  resolve: (node) => new Reference([node.toJSON()].flat().map(String)),
};

export type YamlMap = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is YamlMap =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Reference);

export const tooLarge = (file: string): ConfigError => new ConfigError(`${file} is larger than 1 MB.`);

/** Returns the top level of a file. Throws {@link ConfigError} for what is not YAML, is not a map, or is too large. */
export function parseYaml(text: string, file: string): YamlMap {
  if (Buffer.byteLength(text) > maxFileBytes) throw tooLarge(file);
  const document = parseDocument(text, {
    customTags: [referenceTag],
    merge: true,
    version: "1.1",
    schema: "core",
    uniqueKeys: false,
  });
  const [error] = document.errors;
  // The parser reports that it ran out of stack as an error of the file.
  if (error && /call stack/.test(error.message)) throw new ConfigError(`${file} is nested too deeply.`);
  if (error) throw new ConfigError(`${file}: ${error.message.split("\n")[0]}`);
  try {
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    if (isMap(value)) return value;
  } catch (failure) {
    throw new ConfigError(`${file}: ${failure instanceof Error ? failure.message : String(failure)}`);
  }
  throw new ConfigError(`${file} has no jobs: its top level has to be a map.`);
}
