import { type CSSProperties, useLayoutEffect, useRef } from "react";
import { type FileLayout, heights } from "./diff-layout.ts";
import type { DiffInsert } from "./diff-model.ts";
import styles from "./diff-view.module.css";

export interface DiffInsertsProps {
  readonly fileLayout: FileLayout;
  readonly inserts: ReadonlyMap<string, DiffInsert>;
  readonly visible: readonly [from: number, to: number];
  readonly onHeight: (key: string, height: number) => void;
}

/** Inserts between a file's lines; those far outside of the viewport are not rendered. */
export function DiffInserts({ fileLayout, inserts, visible, onHeight }: DiffInsertsProps) {
  const start = fileLayout.top + heights.header;
  return fileLayout.inserts.map(({ key, top, height }) => {
    const insert = inserts.get(key);
    const near = start + top < visible[1] && start + top + height > visible[0];
    if (!insert || !(near || insert.stays)) return null;
    return <Insert key={key} insert={insert} top={heights.header + top - 1} onHeight={onHeight} />;
  });
}

interface InsertProps {
  readonly insert: DiffInsert;
  readonly top: number;
  readonly onHeight: (key: string, height: number) => void;
}

function Insert({ insert: { key, label, content }, top, onHeight }: InsertProps) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Its upper line is drawn over the line that ends what is above.
    const measure = () => onHeight(key, Math.ceil(element.offsetHeight) - 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [key, onHeight]);
  return (
    <section ref={box} aria-label={label} className={styles.insert} style={{ top } as CSSProperties}>
      {content}
    </section>
  );
}
