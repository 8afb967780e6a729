import { useEffect, useRef, useState } from "react";
import { cx } from "../class-names.ts";
import flow from "../flow.module.css";
import layout from "../layout.module.css";
import { TextField } from "../text-field.tsx";
import tones from "../tone.module.css";
import { useScrolledRows } from "../use-scrolled-rows.ts";
import { hexRow, rowBytes, rowOfOffset } from "./hex-rows.ts";
import { magicOf } from "./viewer-kind.ts";
import styles from "./viewers.module.css";

interface HexViewProps {
  readonly bytes: Uint8Array;
  readonly label: string;
}

/** The bytes of a file: offset, hex and what can be printed. Only visible rows exist. */
export function HexView({ bytes, label }: HexViewProps) {
  const scroller = useRef<HTMLElement>(null);
  const [requested, setRequested] = useState("");
  const [found, setFound] = useState<number | null>(null);
  const rows = Math.ceil(bytes.length / rowBytes);
  const view = useScrolledRows(scroller, rows, 20);
  const { show } = view;
  const magic = magicOf(bytes);
  const target = rowOfOffset(requested, bytes.length);
  useEffect(() => {
    if (found !== null) show(found);
  }, [found, show]);
  const indexes = Array.from({ length: Math.max(0, view.to - view.from) }, (_, i) => view.from + i);
  return (
    <div className={layout.page}>
      <form
        className={styles.bar}
        onSubmit={(event) => {
          event.preventDefault();
          if (target === null) return;
          setFound(target);
          show(target);
        }}
      >
        <span>{magic ?? "Binary file"}</span>
        <TextField
          label="Go to offset"
          hideLabel
          placeholder="Offset, such as 1f0"
          mono
          value={requested}
          onChange={setRequested}
          error={requested !== "" && target === null ? "Not in the file" : undefined}
        />
      </form>
      <section ref={scroller} className={styles.hex} aria-label={`${label}, bytes`} {...focusable}>
        <ul className={flow.sizer} aria-label={`Bytes of ${label}`} style={{ height: view.height }}>
          {indexes.map((index) => {
            const { offset, hex, text } = hexRow(bytes, index);
            return (
              <li
                key={index}
                className={cx(styles.hexRow, index === found && styles.found)}
                style={{ top: view.topOf(index) }}
                aria-posinset={index + 1}
                aria-setsize={rows}
              >
                <span className={cx(layout.muted, styles.numbers)}>{offset}</span>
                <span>{hex}</span>
                <span className={tones.accent}>{text}</span>
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

const focusable = { tabIndex: 0 };
