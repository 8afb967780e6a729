import type { Element, Root, RootContent } from "hast";

/** An image of a document, loaded before the document is drawn, so that nothing moves when it is. */
export interface LoadedImage {
  /** Source of an `<img>`: the address itself, of an SVG its bytes. */
  readonly url: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Images that are waited for; those further down are out of sight at first. */
const maxImages = 8;
/** Milliseconds after which a document is drawn without the images that are still on their way. */
const maxWaitMs = 500;

/** Returns the sources of the first images of a tree, in their order. */
function firstSources(tree: Root): string[] {
  const found: string[] = [];
  const visit = (node: RootContent | Element): void => {
    if (node.type !== "element" || found.length >= maxImages) return;
    if (node.tagName === "img") found.push(String(node.properties.src ?? ""));
    for (const child of node.children) visit(child);
  };
  for (const child of tree.children) visit(child);
  return found;
}

/**
 * Loads the first images of a document into `known`, by their address, for half a second at most. `fileOf` returns the
 * address and path of an image of the repository, null for any other.
 */
export async function loadFirstImages(
  tree: Root,
  fileOf: (source: string) => { readonly url: string; readonly path: string } | null,
  known: Map<string, LoadedImage>,
  signal: AbortSignal,
): Promise<void> {
  const files = firstSources(tree).flatMap((source) => fileOf(source) ?? []);
  const missing = new Map(files.filter(({ url }) => !known.has(url)).map((file) => [file.url, file]));
  if (missing.size === 0) return;
  const load = async (file: { readonly url: string; readonly path: string }) => {
    const image = await measure(isSvg(file.path) ? await svgUrl(file.url, signal) : file.url);
    if (image) known.set(file.url, image);
  };
  const all = Promise.allSettled([...missing.values()].map(load));
  const late = new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    void all.then(() => clearTimeout(timer));
  });
  await Promise.race([all, late]);
}

/** Returns whether a file is an SVG by its name. */
export const isSvg = (path: string): boolean => /\.svg$/i.test(path);

/**
 * Returns the address at which an `<img>` shows an SVG. Services send them as plain text, which it refuses: the bytes get
 * their type here, and no origin.
 */
export async function svgUrl(url: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, { signal });
  return response.ok ? `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await response.text())}` : null;
}

function measure(url: string | null): Promise<LoadedImage | null> {
  if (url === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve({ url, width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(null);
    image.src = url;
  });
}
