import { type DiffFile, type FileAttributes, pathOf } from "./diff-file.ts";
import type { DiffSummary } from "./diff-types.ts";

/** Kinds of files by which a diff is filtered. */
export const fileKinds = ["added", "deleted", "moved", "changed", "generated", "test", "lock"] as const;
type FileKind = (typeof fileKinds)[number];

/** A changed file with all by which it is filtered. */
export interface FilteredFile {
  readonly file: DiffFile;
  readonly summary: DiffSummary | undefined;
  readonly attributes: FileAttributes | undefined;
  /** Whether it was viewed. */
  readonly isViewed: boolean;
  /** Its owners as `CODEOWNERS` names them, without `@`; undefined until known. */
  readonly owners?: readonly string[] | undefined;
  /** Whether its change is another one than at the user's last review; undefined until known. */
  readonly isChangedSinceReview?: boolean | undefined;
}

type Condition = (file: FilteredFile) => boolean;
/** Returns undefined where it is not known. */
type Term = (file: FilteredFile) => boolean | undefined;

const isTest = (path: string): boolean =>
  /(^|\/)(tests?|specs?|__tests__|testdata|fixtures)\//i.test(path) ||
  /[._-](test|spec|tests)\.[^./]+$/i.test(path) ||
  /(^|\/)(test_[^/]+|[^/]+Tests?\.[^./]+)$/.test(path);

/** Names of files that package managers write. */
const isLock = (path: string): boolean =>
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|go\.sum|[^/]*\.lock|[^/]*\.lockb|pnpm-lock\.yaml|[^/]*-lock\.yaml|packages\.lock\.json|gradle\.lockfile)$/i.test(
    path,
  );

const kindTests: Readonly<Record<FileKind, Condition>> = {
  added: ({ file }) => file.new_file,
  deleted: ({ file }) => file.deleted_file,
  moved: ({ file }) => file.renamed_file && !file.new_file && !file.deleted_file,
  changed: ({ file }) => !file.new_file && !file.deleted_file && !file.renamed_file,
  generated: ({ file, attributes }) => file.generated_file ?? attributes?.generated ?? false,
  test: ({ file }) => isTest(pathOf(file)),
  lock: ({ file }) => isLock(pathOf(file)),
};

/**
 * Returns a condition for a query of words: parts of the path, `kind:test` (of {@link fileKinds}), `lines:>100` or
 * `lines:<20` changed lines, `is:viewed`, `owner:ada`, `owner:none` and `since:review`; `-` before one excludes what fits.
 * Several kinds are alternatives. What is not known yet fits neither way. A word of no such form is a part of the path.
 */
export function parseFileFilter(query: string): Condition {
  const kinds: Term[] = [];
  const others: Term[] = [];
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const isExcluded = word.length > 1 && word.startsWith("-");
    const term = isExcluded ? word.slice(1) : word;
    const kind = fileKinds.find((each) => term === `kind:${each}`);
    const condition = kind ? kindTests[kind] : conditionOf(term);
    if (isExcluded) others.push((file) => condition(file) === false);
    else if (kind) kinds.push(condition);
    else others.push(condition);
  }
  return (file) =>
    others.every((fits) => fits(file) === true) &&
    (kinds.length === 0 || kinds.some((fits) => fits(file) === true));
}

function conditionOf(term: string): Term {
  if (term === "is:viewed") return ({ isViewed }) => isViewed;
  if (term === "since:review") return ({ isChangedSinceReview }) => isChangedSinceReview;
  const owner = /^owner:@?(.+)$/.exec(term)?.[1];
  if (owner === "none") return ({ owners }) => owners && owners.length === 0;
  if (owner !== undefined) return ({ owners }) => owners?.some((name) => name.toLowerCase() === owner);
  const [, sign, count] = /^lines:([<>])(\d{1,9})$/.exec(term) ?? [];
  if (sign) {
    return ({ summary }) => {
      const lines = (summary?.added ?? 0) + (summary?.removed ?? 0);
      return sign === ">" ? lines > Number(count) : lines < Number(count);
    };
  }
  return ({ file }) => pathOf(file).toLowerCase().includes(term);
}
