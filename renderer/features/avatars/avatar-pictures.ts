import { useEffect, useSyncExternalStore } from "react";
import { accountRoutes } from "../../../shared/host/accounts.ts";
import { fetchImage } from "../../api/fetch-image.ts";

/** Pixels of a picture's sides: twice those of the largest avatar. */
const side = 96;
/** Pictures that are cached, of a few KB each, and those that could not be loaded. */
const maxPictures = 500;

interface Picture {
  /** Data URL; undefined while it loads, and where there is none to show. */
  src: string | undefined;
  /** Mounted avatars that show it. */
  users: number;
  /** Cancels the request; undefined once it has ended. */
  request: AbortController | undefined;
}

/**
 * Returns a cache of the pictures of people, by account and address. One is requested once, by its first avatar, and canceled
 * where all of its avatars are gone before it arrives; those that were used last stay.
 */
export function createAvatarPictures(
  read: (account: string, url: string, signal: AbortSignal) => Promise<string>,
) {
  const pictures = new Map<string, Picture>();
  const listeners = new Set<() => void>();
  const keyOf = (account: string, url: string) => `${account} ${url}`;
  const trim = () => {
    for (const [key, { users }] of pictures) {
      if (pictures.size <= maxPictures) return;
      if (users === 0) pictures.delete(key);
    }
  };
  const load = async (account: string, url: string, picture: Picture) => {
    const controller = new AbortController();
    picture.request = controller;
    // Initials stay where the service is away or has no picture; it is not requested again.
    const src = await read(account, url, controller.signal).catch(() => undefined);
    if (picture.request !== controller) return;
    picture.request = undefined;
    picture.src = src;
    for (const listener of listeners) listener();
  };
  return {
    /** Returns the picture as a data URL; undefined where it is not there. */
    get: (account: string, url: string): string | undefined => pictures.get(keyOf(account, url))?.src,
    /** Requests a picture unless it is cached. Returns a function that ends its use. */
    use(account: string, url: string): () => void {
      const key = keyOf(account, url);
      const known = pictures.get(key);
      const picture = known ?? { src: undefined, users: 0, request: undefined };
      pictures.delete(key);
      pictures.set(key, picture);
      picture.users++;
      if (!known) void load(account, url, picture);
      trim();
      return () => {
        picture.users--;
        if (picture.users > 0 || !picture.request) return;
        picture.request.abort();
        picture.request = undefined;
        if (pictures.get(key) === picture) pictures.delete(key);
      };
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const cache = createAvatarPictures(async (account, url, signal) =>
  toDataUrl(await shrink(await fetchImage(accountRoutes.avatar, { account, url }, signal))),
);

/**
 * Returns a picture of a person or project as a data URL; undefined until it is loaded, and where the host fetches none: it
 * requests the account's own service, and of other hosts only those whose images the user allowed.
 */
export function useAvatarPicture(account: string | null, url: string | null | undefined): string | undefined {
  const src = useSyncExternalStore(
    cache.subscribe,
    () => (account !== null && url ? cache.get(account, url) : undefined),
    () => undefined,
  );
  useEffect(() => (account !== null && url ? cache.use(account, url) : undefined), [account, url]);
  return src;
}

/** Returns the middle of an image as a small square: a large one would stay decoded for each of its avatars. */
async function shrink(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image).catch(() => null);
  if (!bitmap) return asItIs(image);
  const cut = Math.min(bitmap.width, bitmap.height);
  const size = Math.min(side, cut);
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext("2d");
  if (!context) return asItIs(image);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, (bitmap.width - cut) / 2, (bitmap.height - cut) / 2, cut, cut, 0, 0, size, size);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
}

/** Bytes of the largest image that is kept as it is, such as an SVG, which has no pixels to decode. */
const maxPlainBytes = 100_000;

function asItIs(image: Blob): Blob {
  if (image.size > maxPlainBytes) throw new Error("The picture cannot be made smaller");
  return image;
}

const toDataUrl = (image: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(image);
  });
