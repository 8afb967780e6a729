import { CircleDot } from "lucide-react";
import { useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useOperation } from "../../api/use-operation.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./notes.module.css";
import { OpenInBrowserLink } from "./open-in-browser-link.tsx";

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
