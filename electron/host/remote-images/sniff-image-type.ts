const signatures: readonly (readonly [type: string, at: number, bytes: string])[] = [
  ["image/png", 0, "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF87a"],
  ["image/gif", 0, "GIF89a"],
  ["image/webp", 8, "WEBP"],
  ["image/avif", 4, "ftypavif"],
  ["image/avif", 4, "ftypavis"],
  ["image/bmp", 0, "BM"],
  ["image/x-icon", 0, "\x00\x00\x01\x00"],
];

/** Returns the media type of an image by its bytes; null for anything else, whatever its server calls it. */
export function sniffImageType(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString("latin1");
  const found = signatures.find(([, at, signature]) => start.startsWith(signature, at));
  if (found) return found[0];
  // A declaration, comments and a document type may precede the element; HTML may not.
  const root = /^(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE svg[^>[]*>)*<svg[\s>]/i;
  return root.test(start) ? "image/svg+xml" : null;
}
