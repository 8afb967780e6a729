import { type ReactNode, use, useLayoutEffect } from "react";
import { Icon, type IconType } from "../marks/icon.tsx";
import { HeaderMeta } from "./header-meta.tsx";
import styles from "./page-header.module.css";
import { PlaceContext } from "./place.ts";

interface PageHeaderProps {
  readonly title: ReactNode;
  readonly icon?: IconType;
  /** Instead of `icon`: any mark of at most 24 px, such as an Avatar. */
  readonly mark?: ReactNode;
  /** Instead of the crumbs of the window, where the page knows better ones: its own `Breadcrumbs`. */
  readonly place?: ReactNode;
  /** Badges beside the title. */
  readonly state?: ReactNode;
  /** `TabLinks` of the page's parts. */
  readonly tabs?: ReactNode;
  /** Author, time, ref: muted, and the first to be cut; a button shows all of it then. */
  readonly meta?: ReactNode;
  /** Icons, fields and menus of the page. */
  readonly tools?: ReactNode;
  /** The main action, at the end. */
  readonly actions?: ReactNode;
}

/**
 * The head of every page, one row: place, title, state, tabs, meta, tools, main action, and a button that copies the
 * address. What has no room in a narrow pane is on a second row.
 */
export function PageHeader({ title, icon, mark, place, state, tabs, meta, tools, actions }: PageHeaderProps) {
  const window = use(PlaceContext);
  // Before the first paint, so that the window's own line never shows beside it.
  useLayoutEffect(() => window?.enter(), [window]);
  return (
    <header className={styles.header}>
      {mark || icon ? (
        <span className={styles.mark}>{mark ?? (icon ? <Icon of={icon} /> : null)}</span>
      ) : null}
      <div className={styles.place}>{place ?? window?.path}</div>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {state ? <div className={styles.state}>{state}</div> : null}
      {tabs ? <div className={styles.tabs}>{tabs}</div> : null}
      {meta ? <HeaderMeta>{meta}</HeaderMeta> : null}
      <div className={styles.end}>
        {tools}
        {actions}
        {window ? <span className={styles.link}>{window.link}</span> : null}
      </div>
    </header>
  );
}
