import { type CSSProperties, useState } from "react";
import { SegmentedControl } from "../forms/segmented-control.tsx";
import flow from "../theme/flow.module.css";
import styles from "./image-compare.module.css";

interface ImageCompareProps {
  readonly before: { readonly url: string; readonly name: string };
  readonly after: { readonly url: string; readonly name: string };
}

const modes = [
  { value: "side", label: "Side by side" },
  { value: "swipe", label: "Swipe" },
  { value: "onion", label: "Onion skin" },
] as const;

/** Two versions of an image: beside each other, one wiped over the other, or one shining through. */
export function ImageCompare({ before, after }: ImageCompareProps) {
  const [mode, setMode] = useState<(typeof modes)[number]["value"]>("side");
  const [part, setPart] = useState(50);
  const overlay: CSSProperties =
    mode === "swipe" ? { clipPath: `inset(0 0 0 ${part}%)` } : { opacity: part / 100 };
  return (
    <div className={styles.compare}>
      <div className={flow.clusterWide}>
        <SegmentedControl
          label="How the images are compared"
          value={mode}
          onChange={setMode}
          options={modes}
        />
        {mode === "side" ? null : (
          <input
            type="range"
            min={0}
            max={100}
            value={part}
            aria-label={mode === "swipe" ? "Where the images meet" : "How much of the newer image is seen"}
            onChange={(event) => setPart(Number(event.currentTarget.value))}
          />
        )}
      </div>
      {mode === "side" ? (
        <div className={styles.side}>
          {[before, after].map(({ url, name }) => (
            <figure key={name} className={styles.figure}>
              <figcaption>{name}</figcaption>
              <img className={styles.image} src={url} alt={name} />
            </figure>
          ))}
        </div>
      ) : (
        <div className={styles.stack}>
          <img className={styles.image} src={before.url} alt={before.name} />
          <img className={styles.over} src={after.url} alt={after.name} style={overlay} />
        </div>
      )}
    </div>
  );
}
