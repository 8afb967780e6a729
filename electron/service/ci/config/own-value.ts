/** Returns the value of a key that a file's author chose; what every object inherits, such as `constructor`, is none. */
export const ownValue = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
