import type { ArchiveEntry, EntryRefusal } from "../../../../shared/host/artifacts.ts";
import type { TreeFolder, TreeNode } from "../../../features/file-tree/tree-rows.ts";

/** A file or folder of an archive. */
export interface ArtifactNode extends TreeNode {
  /** Bytes of a file, or of all files below a folder. */
  readonly size: number;
  readonly refusal: EntryRefusal | null;
}

type Folder = TreeFolder<ArtifactNode> & { readonly entries: readonly ArtifactNode[] };
type Folders = ReadonlyMap<string, Folder>;

/** Reasons why files are listed but not opened. */
export const refusalTexts: Readonly<Record<EntryRefusal, string>> = {
  encrypted: "The file is encrypted.",
  link: "The file is a symbolic link, which Helve does not follow.",
  unsafe_name: "The name leads out of the archive, is too long, or has characters that no file name has.",
  packed_too_tightly: "The file is packed so tightly that unpacking it could fill the disk.",
  duplicate: "Another file of the archive has the same name.",
  unknown_compression: "The file is packed in a way that services do not unpack.",
};

const collator = new Intl.Collator("en", { numeric: true });

/**
 * Returns the folders of an archive by path, the root's being empty: folders first, then files, by name. A file whose
 * name cannot be trusted is in the root under its whole name.
 */
export function artifactFolders(entries: readonly ArchiveEntry[]): Folders {
  const root: Draft = { parent: null, size: 0, children: new Map() };
  const drafts = new Map([["", root]]);
  for (const [index, { path, size, refusal }] of entries.entries()) {
    if (isOdd({ refusal })) {
      const odd: ArtifactNode = { path: `${path}\0${index}`, name: path, kind: "file", size, refusal };
      root.children.set(odd.path, odd);
      continue;
    }
    const end = path.lastIndexOf("/");
    const name = path.slice(end + 1);
    const folder = openFolder(drafts, end < 0 ? "" : path.slice(0, end));
    folder.size += size;
    if (name !== "" && !folder.children.has(name)) {
      folder.children.set(name, { path, name, kind: refusal === "link" ? "symlink" : "file", size, refusal });
    }
  }
  // A folder is made after the one that it is in.
  for (const { parent, size } of [...drafts.values()].toReversed()) if (parent) parent.size += size;
  return new Map([...drafts].map(([path, draft]) => [path, sortedOnRead(drafts, draft)]));
}

const isOdd = ({ refusal }: Pick<ArchiveEntry, "refusal">): boolean =>
  refusal === "unsafe_name" || refusal === "duplicate";

/** Path by which the address names a file; an untrusted one is in no folder. */
export const namedPath = (node: ArtifactNode): string => (isOdd(node) ? node.name : node.path);

interface Draft {
  readonly parent: Draft | null;
  /** Bytes of the files in it, then of those in its folders too. */
  size: number;
  readonly children: Map<string, ArtifactNode>;
}

/** Returns the folder of a path, made with all on the way. */
function openFolder(drafts: Map<string, Draft>, path: string): Draft {
  const known = drafts.get(path);
  if (known) return known;
  const end = path.lastIndexOf("/");
  const parent = openFolder(drafts, end < 0 ? "" : path.slice(0, end));
  const name = path.slice(end + 1);
  // A name that is a file's too stays a folder, since its files could not be reached otherwise.
  parent.children.set(name, { path, name, kind: "directory", size: 0, refusal: null });
  const made: Draft = { parent, size: 0, children: new Map() };
  drafts.set(path, made);
  return made;
}

const folderOf = (entries: readonly ArtifactNode[]): Folder => ({
  entries,
  error: null,
  retry: () => undefined,
});

/** Returns a folder that is sorted when its entries are first read: most of a large archive's are never opened. */
function sortedOnRead(drafts: ReadonlyMap<string, Draft>, { children }: Draft): Folder {
  let sorted: readonly ArtifactNode[] | undefined;
  return {
    ...folderOf([]),
    get entries() {
      sorted ??= [...children.values()]
        .map((node) =>
          node.kind === "directory" ? { ...node, size: drafts.get(node.path)?.size ?? 0 } : node,
        )
        .toSorted(
          (a, b) =>
            Number(b.kind === "directory") - Number(a.kind === "directory") ||
            collator.compare(a.name, b.name),
        );
      return sorted;
    },
  };
}

/** Files that a filter finds at most: drawing more takes the time of several frames, and nobody reads them. */
const maxFound = 2_000;

/** Returns the files whose path has a text, without regard to case, up to 2,000, and how many there are in all. */
export function filterEntries(
  entries: readonly ArchiveEntry[],
  text: string,
): { readonly found: readonly ArchiveEntry[]; readonly total: number } {
  const wanted = text.toLowerCase();
  const matching = entries.filter(
    (entry) => (isOdd(entry) || !entry.path.endsWith("/")) && entry.path.toLowerCase().includes(wanted),
  );
  return { found: matching.slice(0, maxFound), total: matching.length };
}
