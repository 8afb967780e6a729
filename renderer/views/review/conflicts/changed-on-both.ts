/** The names of a file in a comparison. */
interface ChangedFile {
  readonly old_path: string;
  readonly new_path: string;
  readonly new_file: boolean;
  readonly deleted_file: boolean;
}

/** A file that both branches changed. A path is null where the file does not exist on that side. */
export interface ChangedOnBoth {
  /** Path in the merge. */
  readonly path: string;
  readonly base: string | null;
  /** On the source branch. */
  readonly mine: string | null;
  /** On the target branch. */
  readonly theirs: string | null;
}

/**
 * Returns the files that two branches changed since their merge base, by what each changed. One that both deleted is
 * merged already; one that both renamed has the source branch's name.
 */
export function changedOnBoth(
  source: readonly ChangedFile[],
  target: readonly ChangedFile[],
): ChangedOnBoth[] {
  const keyOf = (file: ChangedFile) => (file.new_file ? `new ${file.new_path}` : `old ${file.old_path}`);
  const theirs = new Map(target.map((file) => [keyOf(file), file]));
  return source.flatMap((file) => {
    const other = theirs.get(keyOf(file));
    if (!other || (file.deleted_file && other.deleted_file)) return [];
    const mine = file.deleted_file ? null : file.new_path;
    const their = other.deleted_file ? null : other.new_path;
    const isRenamed = mine !== null && mine !== file.old_path;
    return [
      {
        path: (isRenamed ? mine : (their ?? mine)) ?? file.old_path,
        base: file.new_file ? null : file.old_path,
        mine,
        theirs: their,
      },
    ];
  });
}
