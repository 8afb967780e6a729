import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useState } from "react";
import { cx } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { nameOf, sizeText } from "./paths.ts";
import styles from "./repository.module.css";

interface ImageViewProps {
  readonly url: string;
  readonly path: string;
  readonly size: number;
  readonly svg: boolean;
}

const zooms = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16] as const;
const focusable = { tabIndex: 0 };

/** An image, inert: nothing in it runs or is fetched. */
export function ImageView({ url, path, size, svg }: ImageViewProps) {
  const [zoom, setZoom] = useState<number | null>(null);
  const [natural, setNatural] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const [broken, setBroken] = useState(false);
  const now = zoom ?? 1;
  return (
    <>
      <div className={styles.facts} role="toolbar" aria-label="Image">
        <span className={styles.lastCommit}>
          {natural && natural.width > 0 ? `${natural.width} × ${natural.height} pixels, ` : ""}
          {sizeText(size)}
          {svg ? ", shown as an image: scripts in it do not run" : ""}
        </span>
        <span>{zoom === null ? "fits" : `${Math.round(zoom * 100)} %`}</span>
        <IconButton
          size="s"
          label="Zoom out"
          icon={ZoomOut}
          onClick={() => setZoom(zooms.findLast((z) => z < now) ?? now)}
        />
        <IconButton
          size="s"
          label="Zoom in"
          icon={ZoomIn}
          onClick={() => setZoom(zooms.find((z) => z > now) ?? now)}
        />
        <IconButton
          size="s"
          label="Fit into view"
          icon={Maximize}
          pressed={zoom === null}
          onClick={() => setZoom(null)}
        />
      </div>
      <div className={styles.content}>
        <section
          className={cx(styles.stage, zoom === null && styles.fit, now > 1 && styles.pixels)}
          aria-label="Image"
          {...focusable}
        >
          {broken ? (
            <p>This file is not an image that can be shown.</p>
          ) : (
            <img
              src={url}
              alt={nameOf(path)}
              style={zoom === null || !natural ? undefined : { width: natural.width * zoom }}
              onLoad={({ currentTarget }) =>
                setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
              }
              onError={() => setBroken(true)}
            />
          )}
        </section>
      </div>
    </>
  );
}
