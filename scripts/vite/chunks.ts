/** A module that several views need. */
export interface SharedModule {
  readonly id: string;
  readonly size: number;
  readonly imports: readonly string[];
  /** One bit for each view that needs it. */
  readonly views: bigint;
}

interface Limits {
  /** Characters of a chunk at least. */
  readonly size: number;
  /** Characters that are worth a request. */
  readonly request: number;
}

interface Group {
  ids: string[];
  size: number;
  views: bigint;
  /** The groups that it imports. */
  imports: Set<Group>;
}

/**
 * Distributes modules that several views share: those that the same views need are together. Then those groups are joined
 * for which a view loads the least in vain, also of what they import, until none is small; never so that two chunks import
 * each other. Returns the modules of each chunk.
 */
export function groupByNeed(
  modules: readonly SharedModule[],
  limits: Limits,
): readonly (readonly string[])[] {
  const groups = groupsOf(modules);
  for (;;) {
    const imported = new Map([...groups].map((group) => [group, importedBy(group)]));
    const all = [...groups];
    const pairs = all.flatMap((one, index) =>
      all
        .slice(index + 1)
        .map((other) => ({ one, other, cost: costOf(one, other, imported, limits.request) }))
        .filter(({ other, cost }) => cost <= 0 || Math.min(one.size, other.size) < limits.size),
    );
    const best = pairs
      .toSorted((a, b) => a.cost - b.cost)
      .find(({ one, other }) => !leadsAround(one, other) && !leadsAround(other, one));
    if (!best) return all.map(({ ids }) => ids);
    join(groups, best.one, best.other);
  }
}

/** Groups modules by the views that need them. */
function groupsOf(modules: readonly SharedModule[]): Set<Group> {
  const groupOf = new Map<string, Group>();
  const groups = [...Map.groupBy(modules, ({ views }) => views)].map(([views, members]): Group => {
    const size = members.reduce((sum, one) => sum + one.size, 0);
    return { ids: members.map(({ id }) => id), size, views, imports: new Set() };
  });
  for (const group of groups) for (const id of group.ids) groupOf.set(id, group);
  for (const { id, imports } of modules) {
    const from = groupOf.get(id);
    for (const imported of imports) {
      const to = groupOf.get(imported);
      if (to && to !== from) from?.imports.add(to);
    }
  }
  return new Set(groups);
}

/** Returns the groups that are loaded with a group. */
function importedBy({ imports }: Group): Set<Group> {
  const found = new Set(imports);
  for (const group of found) for (const imported of group.imports) found.add(imported);
  return found;
}

/** Bytes that views load in vain once two groups are one, less what the saved requests are worth. */
function costOf(
  one: Group,
  other: Group,
  imported: ReadonlyMap<Group, ReadonlySet<Group>>,
  request: number,
): number {
  const views = one.views | other.views;
  let waste = 0;
  for (const group of new Set([one, other, ...(imported.get(one) ?? []), ...(imported.get(other) ?? [])]))
    waste += group.size * countBits(views & ~group.views);
  return waste - request * countBits(one.views & other.views);
}

const countBits = (bits: bigint): number => {
  let count = 0;
  for (const digit of bits.toString(16)) count += bitsOfDigit[Number.parseInt(digit, 16)] ?? 0;
  return count;
};
const bitsOfDigit = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/** Returns whether one group imports another by way of a third: joined, the two and that one would import each other. */
function leadsAround(from: Group, to: Group): boolean {
  const seen = new Set([...from.imports].filter((group) => group !== to));
  for (const group of seen) for (const imported of group.imports) seen.add(imported);
  return seen.has(to);
}

/** Adds one group to another. What they import is loaded by the views of both then. */
function join(groups: Set<Group>, one: Group, other: Group): void {
  groups.delete(other);
  one.ids.push(...other.ids);
  one.size += other.size;
  one.views |= other.views;
  for (const group of other.imports) one.imports.add(group);
  for (const { imports } of groups) if (imports.delete(other)) imports.add(one);
  one.imports.delete(one);
  for (const group of importedBy(one)) group.views |= one.views;
}

/** Facts that the bundler knows of a module when the chunks are made. */
interface ModuleInfo {
  readonly code: string | null;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
type ReadModule = (id: string) => Readonly<Omit<ModuleInfo, "code"> & { size: number }>;

/** Reads what is known of each module once. It is copied: the bundler uses the same arrays for the next module. */
function reader(read: (id: string) => ModuleInfo | null): ReadModule {
  const known = new Map<string, ReturnType<ReadModule>>();
  return (id) => {
    const before = known.get(id);
    if (before) return before;
    const { code, importedIds, dynamicallyImportedIds } = read(id) ?? {};
    const facts = {
      size: code?.length ?? 0,
      importedIds: [...(importedIds ?? [])],
      dynamicallyImportedIds: [...(dynamicallyImportedIds ?? [])],
    };
    known.set(id, facts);
    return facts;
  };
}

/** Returns modules and all that they import statically. */
function closure(ids: Iterable<string>, read: ReadModule): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const imported of read(id).importedIds) found.add(imported);
  return found;
}

/** Returns the modules that those and what they import load later. */
function laterImports(ids: readonly string[], read: ReadModule): string[] {
  const found = new Set(ids);
  const later = new Set<string>();
  for (const id of found) {
    for (const imported of read(id).importedIds) found.add(imported);
    for (const imported of read(id).dynamicallyImportedIds) {
      later.add(imported);
      found.add(imported);
    }
  }
  return [...later];
}

/** Characters of a stylesheet's module below which a file of its own is not worth a request. */
const smallStyle = 400;

/** The door of a view, which loads its code. */
const door = /[\\/]views[\\/]([^\\/]+)[\\/]view\.ts$/;

/** Modules that are loaded soon after a view, by the name of their chunk. */
export type SoonLoaded = readonly (readonly [name: string, modules: RegExp])[];

/**
 * Returns the name of the chunk of each module that a view needs at once and not every start does: that of the view where
 * no other needs it. What is loaded soon after counts as a view, so that it does not load another one for what they share.
 * Stylesheets of several views are one file. `isShared` chooses the modules that may be together with any other.
 */
export function chunkNames(
  starts: readonly string[],
  soon: SoonLoaded,
  isShared: (id: string) => boolean,
  readModule: (id: string) => ModuleInfo | null,
): ReadonlyMap<string, string> {
  const read = reader(readModule);
  const initial = closure(starts, read);
  const views = [...initial]
    .filter((id) => door.test(id))
    .sort()
    .map((id) => ({ name: door.exec(id)?.[1] ?? "", roots: read(id).dynamicallyImportedIds }));
  const later = laterImports(views.flatMap(({ roots }) => roots).concat([...initial]), read);
  for (const [name, modules] of soon) views.push({ name, roots: later.filter((id) => modules.test(id)) });
  const neededBy = new Map<string, bigint>();
  for (const [number, { roots }] of views.entries())
    for (const needed of closure(roots, read))
      if (!initial.has(needed) && isShared(needed))
        neededBy.set(needed, (neededBy.get(needed) ?? 0n) | (1n << BigInt(number)));
  const names = new Map<string, string>();
  const shared: SharedModule[] = [];
  for (const [id, needing] of [...neededBy].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { size, importedIds: imports } = read(id);
    const isShared = countBits(needing) > 1;
    if (/\.css(?:\?|$)/.test(id) && (isShared || size < smallStyle)) names.set(id, "styles");
    else if (isShared) shared.push({ id, size, imports, views: needing });
    else names.set(id, views[needing.toString(2).length - 1]?.name ?? "");
  }
  const chunks = groupByNeed(shared, { size: 10_000, request: 1_500 });
  for (const [index, ids] of chunks.entries()) for (const id of ids) names.set(id, `parts-${index + 1}`);
  return names;
}
