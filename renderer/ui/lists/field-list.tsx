import type { ReactNode } from "react";
import { CopyButton } from "../buttons/copy-button.tsx";
import styles from "./field-list.module.css";

interface FieldListProps {
  /** Names and values; fields whose value is null or undefined are left out. */
  readonly fields: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** Names and values of a thing, in two columns where there is room. */
export const FieldList = ({ fields }: FieldListProps) => (
  <dl className={styles.fields}>
    {fields
      .filter(({ value }) => value !== null && value !== undefined)
      .map(({ name, value }) => (
        <div key={name} className={styles.field}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A short technical text with a button that copies it. */
export const CopyableText = ({ text }: { readonly text: string }) => (
  <span className={styles.copyable}>
    <code>{text}</code>
    <CopyButton text={text} label={`Copy ${text}`} />
  </span>
);

/** Returns whether a feature is on, in a word; null where the service does not report it. */
export const onOff = (value: boolean | null | undefined): string | null =>
  value === undefined || value === null ? null : value ? "On" : "Off";
