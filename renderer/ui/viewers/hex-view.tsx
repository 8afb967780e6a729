import { useEffect, useRef, useState } from "react";
import { TextField } from "../forms/text-field.tsx";
import { useVirtualRows } from "../scroller/use-virtual-rows.ts";
import { cx } from "../theme/class-names.ts";
import flow from "../theme/flow.module.css";
import layout from "../theme/layout.module.css";
import tones from "../theme/tone.module.css";
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
  const view = useVirtualRows(scroller, { count: rows, rowHeight: 20, overscan: 40 });
  const { show } = view;
  const magic = magicOf(bytes);
  const target = rowOfOffset(requested, bytes.length);
  useEffect(() => {
    if (found !== null) show(found);
  }, [found, show]);
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
        <ul ref={view.sizer} className={flow.sizer} aria-label={`Bytes of ${label}`}>
          {view.rows.map((index) => {
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

const rowBytes = 16;

/** A row of a hex dump. */
interface HexRow {
  readonly offset: string;
  /** Two digits a byte, in two groups of eight. */
  readonly hex: string;
  /** Printable characters of the bytes; a dot for the rest. */
  readonly text: string;
}

/** Returns the offset, hexadecimal bytes and printable characters of one row. */
export function hexRow(bytes: Uint8Array, row: number): HexRow {
  const start = row * rowBytes;
  const part = bytes.subarray(start, start + rowBytes);
  const pairs = [...part].map((byte) => byte.toString(16).padStart(2, "0"));
  return {
    offset: start.toString(16).padStart(8, "0"),
    hex: `${pairs.slice(0, 8).join(" ")}  ${pairs.slice(8).join(" ")}`.trimEnd(),
    text: [...part].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join(""),
  };
}

/** Returns the row of an offset such as `1f0` or `0x1F0`, or of decimal `496d`; null for one outside of the file. */
export function rowOfOffset(text: string, size: number): number | null {
  const decimal = /^(\d+)d$/.exec(text.trim())?.[1];
  const hex = /^(?:0x)?([0-9a-f]+)$/i.exec(text.trim())?.[1];
  const offset = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
  return offset >= 0 && offset < size ? Math.floor(offset / rowBytes) : null;
}
