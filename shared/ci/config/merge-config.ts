import { ConfigError } from "./config-error.ts";
import { ownValue } from "./own-value.ts";
import { isMap, type YamlMap, YamlReference } from "./parse-yaml.ts";

const maxDepth = 11;
/** Values that files may have once all is resolved, each counted wherever it is copied to. */
const maxValues = 500_000;

/** Records that so many values are copied. Throws {@link ConfigError} once there are too many. */
export type CountValues = (values: number) => void;

/** Returns a function that adds up the values of a configuration and throws {@link ConfigError} where there are too many. */
export function valueCounter(): CountValues {
  let count = 0;
  return (values) => {
    count += values;
    if (count > maxValues)
      throw new ConfigError("With all that it includes, references and extends, the file is too large.");
  };
}

/** Keys that replace what they extend are arrays and texts; maps are merged key by key. */
export function mergeMaps(below: YamlMap, above: YamlMap, count: CountValues = () => undefined): YamlMap {
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const present = merged.get(key);
    merged.set(key, isMap(present) && isMap(value) ? mergeMaps(present, value, count) : value);
  }
  count(merged.size);
  return Object.fromEntries(merged);
}

/**
 * Returns a configuration in which every `extends` is resolved, then every `!reference`, which so points at what a job has
 * after all that it extends. Throws {@link ConfigError}.
 */
export function resolveConfig(config: YamlMap): YamlMap {
  const count = valueCounter();
  const each = (values: YamlMap, resolve: (value: unknown, name: string) => unknown): YamlMap =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolve(value, name)]));
  const extended = each(config, (value, name) =>
    isMap(value) ? extend(name, { config, count }, []) : value,
  );
  return each(extended, (value) => resolveReferences(value, { config: extended, count }, 0));
}

/** The whole configuration, and the count of what is copied of it. */
interface Root {
  readonly config: YamlMap;
  readonly count: CountValues;
}

function resolveReferences(value: unknown, root: Root, depth: number): unknown {
  if (depth > maxDepth) throw new ConfigError("!reference: more than ten levels, or a circle.");
  root.count(1);
  if (value instanceof YamlReference) {
    const found = value.path.reduce<unknown>(
      (at, key) => (isMap(at) ? ownValue(at, key) : undefined),
      root.config,
    );
    if (found === undefined || found === null)
      throw new ConfigError(`!reference [${value.path.join(", ")}] is not there.`);
    return resolveReferences(found, root, depth + 1);
  }
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const entry of value) {
      const resolved = resolveReferences(entry, root, depth);
      // A reference to a list inside a list adds its entries.
      if (entry instanceof YamlReference && Array.isArray(resolved))
        for (const added of resolved) list.push(added);
      else list.push(resolved);
    }
    return list;
  }
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, resolveReferences(entry, root, depth)]),
  );
}

function extend(name: string, root: Root, path: readonly string[]): YamlMap {
  const job = ownValue(root.config, name);
  if (!isMap(job)) throw new ConfigError(`${path.at(-1)}: extends ${name}, which is not there.`);
  if (path.includes(name) || path.length > maxDepth) {
    throw new ConfigError(`${name}: extends itself, or more than ten levels.`);
  }
  const { extends: parents, ...own } = job;
  if (parents === undefined) return own;
  const names = (Array.isArray(parents) ? parents : [parents]).map(String);
  const below = names.reduce<YamlMap>(
    (merged, parent) => mergeMaps(merged, extend(parent, root, [...path, name]), root.count),
    {},
  );
  return mergeMaps(below, own, root.count);
}
