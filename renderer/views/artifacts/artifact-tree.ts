import type { ArchiveEntry, EntryRefusal } from "../../../shared/host/artifacts.ts";
import type { TreeFolder, TreeNode } from "../../features/file-tree/tree-rows.ts";

/** A file or folder of an archive. */
export interface ArtifactNode extends TreeNode {
  /** Bytes of a file, or of all files below a folder. */
  readonly size: number;
  readonly refusal: EntryRefusal | null;
}

type Folder = TreeFolder<ArtifactNode> & { readonly entries: readonly ArtifactNode[] };

/** Reasons why files are listed but not opened. */
export const refusalTexts: Readonly<Record<EntryRefusal, string>> = {
  encrypted: "The file is encrypted.",
  link: "The file is a symbolic link, which Helve does not follow.",
  unsafe_name: "The name leads out of the archive, or has characters that no file name has.",
  packed_too_tightly: "The file is packed so tightly that unpacking it could fill the disk.",
  duplicate: "Another file of the archive has the same name.",
  unknown_compression: "The file is packed in a way that services do not unpack.",
};

const collator = new Intl.Collator("en", { numeric: true });

/**
 * Returns the folders of an archive by path, the root's being empty: folders first, then files, by name. A file whose
 * name cannot be trusted is in the root under its whole name.
 */
export function artifactFolders(entries: readonly ArchiveEntry[]): ReadonlyMap<string, Folder> {
  const folders = new Map<string, Draft>([["", { size: 0, children: new Map() }]]);
  for (const [index, { path, size, refusal }] of entries.entries()) {
    if (refusal === "unsafe_name" || refusal === "duplicate") {
      const odd: ArtifactNode = { path: `${path}\0${index}`, name: path, kind: "file", size, refusal };
      folders.get("")?.children.set(odd.path, odd);
      continue;
    }
    const parts = path.split("/").filter(Boolean);
    const name = path.endsWith("/") ? undefined : parts.pop();
    const folder = openFolders(folders, parts, size);
    if (name !== undefined && !folder.children.has(name)) {
      folder.children.set(name, { path, name, kind: refusal === "link" ? "symlink" : "file", size, refusal });
    }
  }
  return new Map([...folders].map(([path, folder]) => [path, sorted(folders, folder)]));
}

interface Draft {
  size: number;
  readonly children: Map<string, ArtifactNode>;
}

/** Returns the folder at the end of a path, made with all on the way; adds `size` to each. */
function openFolders(folders: Map<string, Draft>, parts: readonly string[], size: number): Draft {
  let folder = folders.get("") as Draft;
  let path = "";
  for (const name of parts) {
    folder.size += size;
    path = path ? `${path}/${name}` : name;
    const known = folders.get(path);
    const next = known ?? { size: 0, children: new Map() };
    if (!known) {
      folders.set(path, next);
      // A name that is a file's too stays a folder, since its files could not be reached otherwise.
      folder.children.set(name, { path, name, kind: "directory", size: 0, refusal: null });
    }
    folder = next;
  }
  folder.size += size;
  return folder;
}

function sorted(folders: ReadonlyMap<string, Draft>, { children }: Draft): Folder {
  const entries = [...children.values()]
    .map((node) => (node.kind === "directory" ? { ...node, size: folders.get(node.path)?.size ?? 0 } : node))
    .toSorted(
      (a, b) =>
        Number(b.kind === "directory") - Number(a.kind === "directory") || collator.compare(a.name, b.name),
    );
  return { entries, error: null, retry: () => undefined };
}

/** Returns the entries whose path has a text, without regard to case. */
export function filterEntries(entries: readonly ArchiveEntry[], text: string): readonly ArchiveEntry[] {
  const wanted = text.trim().toLowerCase();
  return wanted === "" ? entries : entries.filter(({ path }) => path.toLowerCase().includes(wanted));
}
