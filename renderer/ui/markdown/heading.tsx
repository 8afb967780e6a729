import { Link2 } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon } from "../icon.tsx";
import styles from "./heading.module.css";

interface HeadingProps extends ComponentProps<"h1"> {
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  /** Address within the app of the heading with an id. */
  readonly hrefOf: (id: string) => string;
  readonly onNavigate: (href: string) => void;
  readonly node?: unknown;
}

/** A heading with a link to itself beside it. */
export function Heading({ level, hrefOf, onNavigate, node: _, id, children, ...rest }: HeadingProps) {
  const Element = `h${level}` as const;
  const href = id && hrefOf(id.replace(/^user-content-/, ""));
  const heading = (
    <Element {...rest} id={id}>
      {children}
    </Element>
  );
  if (!href) return heading;
  return (
    <div className={styles.heading}>
      {heading}
      <a
        className={styles.link}
        href={href}
        aria-label="Link to this heading"
        aria-describedby={id}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onNavigate(href);
        }}
      >
        <Icon of={Link2} size={14} />
      </a>
    </div>
  );
}
