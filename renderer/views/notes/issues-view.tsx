import { CircleDot } from "lucide-react";
import { useState } from "react";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./notes.module.css";

/** Field that opens an issue by its number: the interface has comments of issues, but no list of them. */
export function IssuesView() {
  const { account, project } = useProjectRoute();
  const go = useGo();
  const [typed, setTyped] = useState("");
  const number = /^#?([1-9]\d*)$/.exec(typed.trim())?.[1];
  const open = () => {
    if (!number) return;
    go(hrefs.issue(account, project, number));
  };
  return (
    <div className={layout.page}>
      <PageHeader title="Issues" icon={CircleDot} />
      <EmptyState
        icon={CircleDot}
        title="Open an issue by its number"
        description="Helve shows the comments of an issue. You can also paste its link into the palette."
        actions={
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
        }
      />
    </div>
  );
}
