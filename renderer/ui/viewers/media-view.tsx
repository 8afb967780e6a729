import { useEffect, useId, useState } from "react";
import { TextField } from "../forms/text-field.tsx";
import { cx } from "../theme/class-names.ts";
import layout from "../theme/layout.module.css";
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

interface FontViewProps {
  readonly bytes: ArrayBuffer;
  readonly label: string;
}

const sizes = [12, 16, 20, 28, 40, 64] as const;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,:;!?&@#%()[]{}";

/** A font's letters in several sizes, and words of one's own in it. */
export function FontView({ bytes, label }: FontViewProps) {
  const family = `specimen-${useId().replace(/[^a-z0-9]/gi, "")}`;
  const [state, setState] = useState<"loading" | "ready" | "broken">("loading");
  const [words, setWords] = useState("The harbour wakes before the tide.");
  useEffect(() => {
    const face = new FontFace(family, bytes.slice(0));
    let canceled = false;
    face.load().then(
      () => {
        if (canceled) return;
        document.fonts.add(face);
        setState("ready");
      },
      () => canceled || setState("broken"),
    );
    return () => {
      canceled = true;
      document.fonts.delete(face);
    };
  }, [bytes, family]);
  if (state === "broken") return <p className={styles.note}>This file is not a font that can be shown.</p>;
  return (
    <section className={styles.specimen} aria-label={`Specimen of ${label}`} {...focusable}>
      <TextField label="Sample text" value={words} onChange={setWords} />
      <p style={{ fontFamily: family, fontSize: 24 }}>{alphabet}</p>
      {sizes.map((size) => (
        <p key={size} className={styles.line}>
          <span className={cx(layout.muted, styles.numbers)}>{size}</span>
          <span style={{ fontFamily: family, fontSize: size, lineHeight: 1.3 }}>{words}</span>
        </p>
      ))}
    </section>
  );
}

const focusable = { tabIndex: 0 };
