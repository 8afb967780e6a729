import { ImageOff } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import type { Optional } from "../../../shared/optional.ts";
import { Icon } from "../marks/icon.tsx";
import { Anchor, type ElementProps } from "./anchor.tsx";
import { isSvg, type LoadedImage, svgUrl } from "./load-images.ts";
import styles from "./markdown.module.css";
import { type MarkdownContext, referenceOf } from "./markdown-links.ts";
import { FetchedImage, RemoteImage } from "./remote-image.tsx";

/** An image of a document; its text where it is not loaded. */
export function Picture({
  context,
  node: _,
  src = "",
  alt = "",
  ...rest
}: ComponentProps<"img"> & ElementProps) {
  const links = context.links();
  const target = referenceOf(links, src);
  if (target.kind === "file") {
    const url = links.imageUrl(target.path);
    return (
      <RepositoryImage {...rest} src={url} path={target.path} alt={alt} loaded={context.images.get(url)} />
    );
  }
  if (target.kind === "upload" && links.fetchUpload) {
    return <FetchedImage {...rest} src={target.url} alt={alt} fetch={links.fetchUpload} />;
  }
  if (target.kind === "external" && context.remote && /^https?:/i.test(target.url)) {
    return <RemoteImage {...rest} src={target.url} alt={alt} />;
  }
  return (
    <span className={styles.blocked} title={target.kind === "external" ? target.url : undefined}>
      <Icon of={ImageOff} size={14} />
      {alt || "image"}
    </span>
  );
}

interface MediaProps extends Omit<ComponentProps<"img">, "ref"> {
  readonly kind: "video" | "audio";
  readonly context: MarkdownContext;
  readonly node?: unknown;
}

/** A player of a file of the repository; a link to what is elsewhere. */
export function Media({ kind, context, node: _, src = "", alt = "", width, height, title }: MediaProps) {
  const links = context.links();
  const target = referenceOf(links, src);
  const name = alt || src;
  if (target.kind === "file") {
    return <MediaPlayer {...{ kind, width, height, title }} src={links.imageUrl(target.path)} name={name} />;
  }
  return (
    <Anchor href={src} context={context}>
      {`${name} (${kind})`}
    </Anchor>
  );
}

interface RepositoryImageProps extends ComponentProps<"img"> {
  readonly src: string;
  readonly path: string;
  /** Absent where it is not loaded yet. */
  readonly loaded: LoadedImage | undefined;
}

/** An image of the repository, whose room is kept where its size is known. In an `<img>` nothing in an SVG runs or is fetched. */
function RepositoryImage({ src, alt, path, loaded, width, height, ...rest }: RepositoryImageProps) {
  const svg = isSvg(path);
  const [typed, setTyped] = useState<string | null>(null);
  const isLate = svg && !loaded;
  useEffect(() => {
    if (!isLate) return;
    const controller = new AbortController();
    svgUrl(src, controller.signal).then(
      (url) => controller.signal.aborted || setTyped(url),
      // An image that cannot be loaded is replaced by its text.
      () => undefined,
    );
    return () => controller.abort();
  }, [isLate, src]);
  const url = loaded?.url ?? (svg ? typed : src);
  if (!url) return <span>{alt}</span>;
  if (!loaded || loaded.width === 0) {
    return <img {...rest} src={url} alt={alt} width={width} height={height} loading="lazy" />;
  }
  return (
    <img
      {...rest}
      src={url}
      alt={alt}
      width={width ?? loaded.width}
      height={height}
      style={{ aspectRatio: `${loaded.width} / ${loaded.height}` }}
    />
  );
}

interface MediaPlayerProps
  extends Optional<{
    width: number | string;
    height: number | string;
    title: string;
  }> {
  readonly kind: "video" | "audio";
  readonly src: string;
  /** Its text, shown as a link where it cannot be played. */
  readonly name: string;
}

/** A player that reads no more than the length of its file until it is started. */
function MediaPlayer({ kind, src, name, width, height, title }: MediaPlayerProps) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <a href={src} download title={title}>
        {name} ({kind} that cannot be played here)
      </a>
    );
  }
  const media = { src, title, controls: true, preload: "metadata", onError: () => setFailed(true) } as const;
  if (kind === "audio") {
    return (
      <audio {...media} aria-label={name}>
        <track kind="captions" />
      </audio>
    );
  }
  return (
    <video {...media} aria-label={name} width={width ?? 400} height={height}>
      <track kind="captions" />
    </video>
  );
}
