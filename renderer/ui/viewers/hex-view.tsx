import { useState } from "react";
import { TextField } from "../text-field.tsx";
import { VirtualList } from "../virtual-list.tsx";
import { hexRow, rowBytes, rowOfOffset } from "./hex-rows.ts";
import { magicOf } from "./viewer-kind.ts";
import styles from "./viewers.module.css";

interface HexViewProps {
  readonly bytes: Uint8Array;
  readonly label: string;
}

/** The bytes of a file: offset, hex and what can be printed. Only visible rows exist. */
export function HexView({ bytes, label }: HexViewProps) {
  const [asked, setAsked] = useState("");
  const [row, setRow] = useState(0);
  const [rows] = useState(() => Array.from({ length: Math.ceil(bytes.length / rowBytes) }, (_, i) => i));
  const magic = magicOf(bytes);
  const target = rowOfOffset(asked, bytes.length);
  return (
    <div className={styles.viewer}>
      <form
        className={styles.bar}
        onSubmit={(event) => {
          event.preventDefault();
          if (target !== null) setRow(target);
        }}
      >
        <span>{magic ?? "Binary file"}</span>
        <span className={styles.muted}>{bytes.length.toLocaleString()} bytes</span>
        <TextField
          label="Go to offset"
          hideLabel
          placeholder="Offset, such as 1f0"
          mono
          value={asked}
          onChange={setAsked}
          error={asked !== "" && target === null ? "Not in the file" : undefined}
        />
      </form>
      <VirtualList
        // A list that begins elsewhere is another list to the virtualizer.
        key={row}
        label={`Bytes of ${label}`}
        role="list"
        className={styles.hex ?? ""}
        items={row === 0 ? rows : rows.slice(row)}
        itemKey={(index) => index}
        rowHeight={20}
        renderItem={(index) => {
          const { offset, hex, text } = hexRow(bytes, index);
          return (
            <span className={styles.hexRow}>
              <span className={styles.muted}>{offset}</span>
              <span>{hex}</span>
              <span className={styles.ascii}>{text}</span>
            </span>
          );
        }}
      />
    </div>
  );
}
