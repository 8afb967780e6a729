import { ImageOff } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon } from "../icon.tsx";
import { Anchor, type ElementProps } from "./anchor.tsx";
import styles from "./markdown.module.css";
import { type MarkdownContext, referenceOf } from "./markdown-links.ts";
import { MediaPlayer } from "./media-player.tsx";
import { FetchedImage, RemoteImage } from "./remote-image.tsx";
import { RepositoryImage } from "./repository-image.tsx";

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
    return <RepositoryImage {...rest} src={links.imageUrl(target.path)} path={target.path} alt={alt} />;
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
