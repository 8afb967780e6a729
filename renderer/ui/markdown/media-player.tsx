import { useState } from "react";

interface MediaPlayerProps {
  readonly kind: "video" | "audio";
  readonly src: string;
  /** Its text, shown as a link where it cannot be played. */
  readonly name: string;
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
  readonly title?: string | undefined;
}

/** A player that reads no more than the length of its file until it is started. */
export function MediaPlayer({ kind, src, name, width, height, title }: MediaPlayerProps) {
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
