import { ImageOff } from "lucide-react";
import { type ComponentProps, createContext, useContext, useEffect, useState } from "react";

import { Icon } from "../marks/icon.tsx";
import { reasonOf } from "../text/raw-text.tsx";
import styles from "./markdown.module.css";

/** Images of other servers. */
export interface RemoteImageSource {
  /** Resolves to whether images may be loaded from these hosts, which may ask the user. */
  readonly allow: (hosts: readonly string[]) => Promise<boolean>;
  /** Fetches an image without saying who reads. */
  readonly fetch: (url: string, signal: AbortSignal) => Promise<Blob>;
}

/** Source of images of other servers for the documents below; null where they are not offered. */
export const RemoteImages = createContext<RemoteImageSource | null>(null);

interface RemoteImageProps extends Omit<ComponentProps<"img">, "ref"> {
  readonly src: string;
}

/** An image from another server, loaded on a click; a link to it where it cannot be loaded. */
export function RemoteImage(props: RemoteImageProps) {
  const source = useContext(RemoteImages);
  return <FetchedImage {...props} fetch={source?.fetch} />;
}

interface FetchedImageProps extends RemoteImageProps {
  /** Fetches the image; absent where images are not offered. */
  readonly fetch: RemoteImageSource["fetch"] | undefined;
}

/** An image whose bytes `fetch` reads. Where that fails, the reason and a link to it are shown. */
export function FetchedImage({ src, alt, fetch, ...rest }: FetchedImageProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!fetch) return setFailure("The image was not loaded.");
    const controller = new AbortController();
    let made: string | null = null;
    const load = async () => {
      const image = await fetch(src, controller.signal);
      made = await urlOf(image);
      if (controller.signal.aborted) release(made);
      else setLoaded(made);
    };
    load().catch((error: unknown) => controller.signal.aborted || setFailure(reasonOf(error)));
    return () => {
      controller.abort();
      release(made);
    };
  }, [fetch, src]);
  if (failure !== null) {
    return (
      <span className={styles.blocked}>
        <Icon of={ImageOff} size={14} />
        <span>
          {alt ? `${alt}: ` : ""}
          {failure}{" "}
          <a
            href={src}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open in browser: ${alt || src}`}
          >
            Open in browser
          </a>
        </span>
      </span>
    );
  }
  if (!loaded) return <span aria-busy="true">{alt}</span>;
  return <img {...rest} src={loaded} alt={alt} onError={() => setFailure("The image cannot be shown.")} />;
}

/** An SVG gets an address of no origin: opened by itself, it may run scripts. */
async function urlOf(image: Blob): Promise<string> {
  if (image.type !== "image/svg+xml") return URL.createObjectURL(image);
  const bytes = new Uint8Array(await image.arrayBuffer());
  return `data:${image.type};charset=utf-8,${encodeURIComponent(new TextDecoder().decode(bytes))}`;
}

function release(url: string | null): void {
  if (url?.startsWith("blob:")) URL.revokeObjectURL(url);
}
