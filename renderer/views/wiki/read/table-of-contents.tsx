import { type RefObject, useEffect, useState } from "react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { Disclosure } from "../../../ui/panes/section.tsx";
import type { PageHeading } from "../../../workers/wiki/render-page.ts";
import styles from "./read.module.css";

interface TableOfContentsProps {
  readonly headings: readonly PageHeading[];
  readonly scroller: RefObject<HTMLElement | null>;
  /** Opened by a click rather than always shown. */
  readonly folded: boolean;
  /** Address of a heading by its name. */
  readonly hrefOf: (name: string) => string;
}

/** The headings of the page; the current one is marked. */
export function TableOfContents({ headings, scroller, folded, hrefOf }: TableOfContentsProps) {
  const current = useCurrentHeading(headings, scroller);
  const least = Math.min(...headings.map(({ level }) => level));
  const list = (
    <ul className={styles.contentsList}>
      {headings.map(({ id, text, level }) => (
        <li key={id}>
          <AppLink
            href={hrefOf(id.replace(/^user-content-/, ""))}
            className={styles.contentsLink}
            style={{ paddingInlineStart: `calc(var(--space-3) * ${1 + level - least})` }}
            aria-current={id === current ? "location" : undefined}
            dir="auto"
          >
            {text}
          </AppLink>
        </li>
      ))}
    </ul>
  );
  if (folded) {
    return (
      <Disclosure className={styles.folded} summary="On this page">
        <nav aria-label="On this page">{list}</nav>
      </Disclosure>
    );
  }
  return (
    <nav className={styles.contents} aria-label="On this page">
      <h2 className={styles.contentsTitle}>On this page</h2>
      {list}
    </nav>
  );
}

/** Pixels below the upper edge within which a heading counts as current. */
const readBelow = 72;

/** Id of the last heading above the upper edge; the first one before any is. */
function useCurrentHeading(
  headings: readonly PageHeading[],
  scroller: RefObject<HTMLElement | null>,
): string | undefined {
  const [current, setCurrent] = useState(headings[0]?.id);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    let waiting = 0;
    const update = () => {
      waiting = 0;
      const edge = frame.getBoundingClientRect().top + readBelow;
      const isAbove = ({ id }: PageHeading) => {
        const element = frame.querySelector(`#${CSS.escape(id)}`);
        return element !== null && element.getBoundingClientRect().top <= edge;
      };
      setCurrent((headings.findLast(isAbove) ?? headings[0])?.id);
    };
    const onScroll = () => {
      waiting ||= requestAnimationFrame(update);
    };
    onScroll();
    frame.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(waiting);
      frame.removeEventListener("scroll", onScroll);
    };
  }, [headings, scroller]);
  return current;
}
