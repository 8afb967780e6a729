import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import styles from "./section.module.css";

export interface CardProps extends ComponentProps<"div"> {
  /** Leaves the padding to the content. */
  readonly flush?: boolean;
}

/** A sheet with a hairline around it, for what belongs together and is handled as one. */
export const Card = ({ flush = false, className, ...rest }: CardProps) => (
  <div className={cx(styles.card, !flush && styles.padded, className)} {...rest} />
);
