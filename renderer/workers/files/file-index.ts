import { nameOf } from "../../../shared/text/paths.ts";
import { fitsPath, letterMask, parseFuzzyQuery, scoreBound, scorePath } from "./fuzzy-score.ts";

/** A path that fits a query. */
interface FileMatch {
  readonly path: string;
  /** Positions of the matched characters, ascending. */
  readonly positions: readonly number[];
}

export interface FileMatches {
  readonly matches: readonly FileMatch[];
  /** Paths that fit in all. */
  readonly total: number;
  /** Line number after a colon in the query, from 1. */
  readonly line: number | null;
}

/** The paths of a whole tree, ready to be searched at each key stroke. */
export class FileIndex {
  readonly paths: readonly string[];
  readonly #lower: readonly string[];
  readonly #masks: Int32Array;
  /** Offset of each path's last segment. */
  readonly #names: Uint32Array;
  /** Candidates of the last query: a longer query searches only among them. */
  #narrowed: { readonly terms: readonly string[]; readonly candidates: Uint32Array } | null = null;

  #named: ReadonlyMap<string, readonly string[]> | null = null;

  constructor(paths: readonly string[]) {
    this.paths = paths;
    this.#lower = paths.map((path) => {
      const lower = path.toLowerCase();
      // A few letters change their length in lower case; positions must stay those of the path.
      return lower.length === path.length ? lower : path;
    });
    this.#masks = Int32Array.from(this.#lower, letterMask);
    this.#names = Uint32Array.from(paths, (path) => path.lastIndexOf("/") + 1);
  }

  /** The best paths for what was typed, best first; shortest first while nothing is typed. */
  match(typed: string, limit: number): FileMatches {
    const { terms, line } = parseFuzzyQuery(typed);
    if (terms.length === 0) {
      const matches = this.paths.slice(0, limit).map((path) => ({ path, positions: [] }));
      return { matches, total: this.paths.length, line };
    }
    const best = new Best(limit);
    const among = this.#candidates(terms);
    const fitting = new Uint32Array(among?.length ?? this.paths.length);
    let total = 0;
    const mask = letterMask(terms.join(""));
    for (let i = 0; i < fitting.length; i++) {
      const candidate = among?.[i] ?? i;
      if (((this.#masks[candidate] ?? 0) & mask) !== mask) continue;
      const lower = this.#lower[candidate] ?? "";
      if (!fitsPath(terms, lower)) continue;
      fitting[total++] = candidate;
      // Of hundreds of thousands that fit a single letter, few can be among the best.
      if (scoreBound(terms, this.paths[candidate] ?? "", lower, this.#names[candidate] ?? 0) <= best.floor)
        continue;
      const score = this.#score(terms, candidate);
      if (score !== null) best.offer(candidate, score);
    }
    this.#narrowed = { terms, candidates: fitting.slice(0, total) };
    const matches = best.sorted().map((candidate) => this.#matchOf(terms, candidate));
    return { matches, total, line };
  }

  /**
   * Returns the file that a log or a stack trace means by a path, which may begin above the repository or end in it:
   * `/builds/group/project/src/a.ts` and `a.ts` are both `src/a.ts` where no other file is called so. Null where none
   * fits, or more than one.
   */
  resolve(path: string): string | null {
    const parts = path
      .replaceAll("\\", "/")
      .split("/")
      .filter((part) => part !== "" && part !== ".");
    const byName = this.#byName();
    const same = byName.get(parts.at(-1) ?? "") ?? [];
    for (let from = 0; from < parts.length; from++) {
      const rest = parts.slice(from).join("/");
      if (same.includes(rest)) return rest;
    }
    const inside = same.filter((known) => known.endsWith(`/${parts.join("/")}`));
    return inside.length === 1 ? (inside[0] ?? null) : null;
  }

  /** Paths by their last segment, made when first needed. */
  #byName(): ReadonlyMap<string, readonly string[]> {
    if (this.#named) return this.#named;
    const named = new Map<string, string[]>();
    for (const path of this.paths) {
      const name = nameOf(path);
      const known = named.get(name);
      if (known) known.push(path);
      else named.set(name, [path]);
    }
    this.#named = named;
    return named;
  }

  /** Returns the candidates that an earlier query has left; null for all paths. */
  #candidates(terms: readonly string[]): Uint32Array | null {
    const known = this.#narrowed;
    const narrows =
      known &&
      known.terms.length <= terms.length &&
      known.terms.every((term, i) => terms[i]?.startsWith(term));
    return narrows ? known.candidates : null;
  }

  #score(terms: readonly string[], candidate: number, positions?: number[]): number | null {
    const path = this.paths[candidate] ?? "";
    return scorePath(terms, path, this.#lower[candidate] ?? "", this.#names[candidate] ?? 0, positions);
  }

  #matchOf(terms: readonly string[], candidate: number): FileMatch {
    const positions: number[] = [];
    this.#score(terms, candidate, positions);
    return {
      path: this.paths[candidate] ?? "",
      positions: [...new Set(positions)].sort((a, b) => a - b),
    };
  }
}

/** The best few of many, without sorting all. */
class Best {
  readonly #limit: number;
  #entries: { readonly candidate: number; readonly score: number }[] = [];
  /** Score that the next one has to exceed. */
  floor = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(candidate: number, score: number): void {
    if (score <= this.floor) return;
    this.#entries.push({ candidate, score });
    if (this.#entries.length >= this.#limit * 4) this.#cut();
  }

  sorted(): number[] {
    this.#cut();
    return this.#entries.map(({ candidate }) => candidate);
  }

  #cut(): void {
    this.#entries.sort((a, b) => b.score - a.score || a.candidate - b.candidate);
    this.#entries = this.#entries.slice(0, this.#limit);
    if (this.#entries.length === this.#limit) this.floor = this.#entries.at(-1)?.score ?? this.floor;
  }
}

/**
 * Returns the paths of the files and submodules in the JSON of a recursive tree listing, in its order. Throws where it is
 * something else.
 */
export function parseTreePaths(json: ArrayBuffer): string[] {
  const tree: unknown = JSON.parse(new TextDecoder().decode(json));
  if (!Array.isArray(tree)) throw new TypeError("A tree listing is a list");
  const paths: string[] = [];
  for (const entry of tree as readonly unknown[]) {
    // Checked by hand: a schema would take longer than all the rest.
    if (typeof entry !== "object" || entry === null || !("path" in entry) || !("type" in entry))
      throw new TypeError("An entry of a tree has a path and a type");
    const { path, type } = entry;
    if (typeof path !== "string") throw new TypeError("The path of an entry is text");
    if (type !== "tree") paths.push(path);
  }
  return paths;
}
