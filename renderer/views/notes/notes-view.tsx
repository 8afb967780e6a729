import { useParams } from "@tanstack/react-router";
import { CircleDot } from "lucide-react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { NoteList } from "../../features/comments/note-list.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import flow from "../../ui/flow.module.css";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import styles from "./notes.module.css";
import { OpenInBrowserLink } from "./open-in-browser-link.tsx";

/** Comments on an issue. The interface has no more of an issue than these. */
export function NotesView() {
  const { account, project, iid } = useParams({ from: "/a/$account/p/$project/issues/$iid" });
  const name = `Issue #${iid}`;
  return (
    <section className={cx(flow.scroll, styles.page)} aria-label={name} {...focusable}>
      <PageHeader
        title={name}
        icon={CircleDot}
        meta={<AppLink href={hrefs.project(account, project)}>{project}</AppLink>}
        actions={
          <>
            <OpenInBrowserLink href={hrefs.issue(account, project, iid)} />
            <Button asChild>
              <AppLink href={hrefs.project(account, project, "issues")}>Open another issue</AppLink>
            </Button>
          </>
        }
      />
      <div className={styles.notes}>
        <p className={layout.note}>
          Comments only: the interface that Helve uses has no titles, descriptions or states of issues.
        </p>
        <NoteList parent={{ kind: "issue", project, number: Number(iid) }} />
      </div>
    </section>
  );
}

const focusable = { tabIndex: 0 };
