/**
 * Returns the value of a key that a file's author chose; keys that every object inherits, such as `constructor`, do not
 * count.
 */
export const ownValue = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
