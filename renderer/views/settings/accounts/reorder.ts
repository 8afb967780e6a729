/** The ids with one moved to the position of another; the same order when one of them is unknown. */
export function movedTo(ids: readonly string[], id: string, target: string): readonly string[] {
  const to = ids.indexOf(target);
  const from = ids.indexOf(id);
  if (from < 0 || to < 0 || from === to) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** The ids with one moved by some steps, as far as the ends allow. */
export function movedBy(ids: readonly string[], id: string, step: number): readonly string[] {
  const target = ids[ids.indexOf(id) + step];
  return target === undefined ? ids : movedTo(ids, id, target);
}
