import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import styles from "./link.module.css";

export interface LinkProps extends ComponentProps<"a"> {
  /** In the ink of the text around it; underlined on hover. */
  readonly quiet?: boolean;
  /** Styles the one child: a router's link. */
  readonly asChild?: boolean;
}

/** A styled anchor. For routes of the app wrap the router's link: `<Link asChild><RouterLink to=…/></Link>`. */
export function Link({ quiet = false, asChild = false, className, ...rest }: LinkProps) {
  const Element = asChild ? Slot.Root : "a";
  return <Element className={cx(styles.link, quiet && styles.quiet, className)} {...rest} />;
}
