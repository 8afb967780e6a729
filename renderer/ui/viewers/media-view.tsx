import { useEffect, useState } from "react";
import styles from "./viewers.module.css";

interface MediaViewProps {
  readonly bytes: ArrayBuffer;
  readonly kind: "audio" | "video";
  readonly type: string;
  readonly label: string;
}

/** Player of an audio or video file from memory; nothing plays by itself. */
export function MediaView({ bytes, kind, type, label }: MediaViewProps) {
  const [url, setUrl] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  if (!url) return null;
  const media = { src: url, controls: true, "aria-label": label, onError: () => setBroken(true) };
  return (
    <div className={styles.stage}>
      {broken ? <p>This window cannot play the file.</p> : null}
      {kind === "audio" ? (
        // Files of a repository have no captions.
        <audio {...media}>
          <track kind="captions" />
        </audio>
      ) : (
        <video {...media} className={styles.video}>
          <track kind="captions" />
        </video>
      )}
    </div>
  );
}
