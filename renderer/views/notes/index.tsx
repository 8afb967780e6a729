import { useParams } from "@tanstack/react-router";
import { CircleDot, ExternalLink } from "lucide-react";
import { useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { webPageUrl } from "../../features/addresses/web-url.ts";
import { NoteList } from "../../features/comments/note-list.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Icon } from "../../ui/marks/icon.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./notes.module.css";

/** Page about the issues of a project, with a field that opens one by its number. */
export function IssuesView() {
  const { account, project } = useProjectRoute();
  const count = useOperation(getProject, { id: project }).data?.open_issues_count;
  const go = useGo();
  const [typed, setTyped] = useState("");
  const number = /^#?([1-9]\d*)$/.exec(typed.trim())?.[1];
  const open = () => {
    if (!number) return;
    go(hrefs.issue(account, project, number));
  };
  return (
    <div className={cx(layout.page, styles.page)}>
      <PageHeader
        title="Issues"
        icon={CircleDot}
        meta={count == null ? null : `${count.toLocaleString()} open`}
        actions={<OpenInBrowserLink href={hrefs.project(account, project, "issues")} />}
      />
      <div className={cx(layout.sections, styles.sections)}>
        <Section
          title="Open an issue by its number"
          description="Helve shows the comments of an issue, and sends yours. You can also paste an issue's link into the palette."
        >
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              open();
            }}
          >
            <TextField
              label="Issue number"
              className={styles.number ?? ""}
              mono
              inputMode="numeric"
              placeholder="#7"
              value={typed}
              onChange={setTyped}
              autoFocus
            />
            <Button type="submit" variant="primary" disabled={!number}>
              Open
            </Button>
          </form>
        </Section>
        <Section
          title="Why there is no list"
          description="The interface that Helve uses has operations for the comments of issues, but none for issues themselves. Their titles, descriptions, states and labels are on the service's web pages."
        />
      </div>
    </div>
  );
}

/** Comments on an issue. The interface has no more of an issue than these. */
export function NotesView() {
  const { account, project, iid } = useParams({ from: "/a/$account/p/$project/issues/$iid" });
  const name = `Issue #${iid}`;
  return (
    <section className={cx(flow.scroll, styles.page)} aria-label={name} {...focusable}>
      <PageHeader
        title={name}
        icon={CircleDot}
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

/** Link to the page of an address in the service's web interface; nothing where there is none. */
function OpenInBrowserLink({ href }: { readonly href: string }) {
  const url = webPageUrl(href);
  if (!url) return null;
  return (
    <Button asChild>
      <a href={url} target="_blank" rel="noopener noreferrer">
        <Icon of={ExternalLink} /> Open in browser
      </a>
    </Button>
  );
}
