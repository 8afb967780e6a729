import { Fzf } from "fzf";

/**
 * Returns a search for the paths that fit, best first.
 * @param {readonly string[]} paths
 * @param {number} limit
 * @returns {(query: string) => string[]}
 */
export function prepare(paths, limit) {
  const finder = new Fzf(paths, { limit });
  return (query) => finder.find(query).map(({ item }) => item);
}
