/** A pointer of Git Large File Storage: id and size of the stored file. */
export interface LfsPointer {
  /** SHA-256 of the content. */
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
}

/** Returns the LFS pointer in a text; null for any other text. */
export function readLfsPointer(text: string): LfsPointer | null {
  if (text.length > 1_024 || !text.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d+)$/m.exec(text)?.[1];
  return oid && size ? { oid, size: Number(size) } : null;
}
