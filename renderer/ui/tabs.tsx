import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Icon, type IconType } from "./icon.tsx";
import styles from "./tabs.module.css";

export interface TabItem<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: IconType;
  readonly count?: number | undefined;
  readonly content: ReactNode;
}

export interface TabsProps<V extends string> {
  /** What the tabs choose between. */
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly items: readonly TabItem<V>[];
}

/** Panels of one place, one shown at a time. */
export function Tabs<V extends string>({ label, value, onChange, items }: TabsProps<V>) {
  const choose = (chosen: string) => {
    const item = items.find((entry) => entry.value === chosen);
    if (item) onChange(item.value);
  };
  return (
    <Radix.Root className={styles.root} value={value} onValueChange={choose}>
      <Radix.List className={styles.list} aria-label={label}>
        {items.map((item) => (
          <Radix.Trigger key={item.value} value={item.value} className={styles.tab}>
            {item.icon ? <Icon of={item.icon} /> : null}
            {item.label}
            {item.count === undefined ? null : <span className={styles.count}>{item.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className={styles.panel}>
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
