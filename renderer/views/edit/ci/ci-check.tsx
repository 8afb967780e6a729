import { type ReactNode, useState } from "react";
import { configPath } from "../../../../shared/ci/config/config-file.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { VisuallyHidden } from "../../../ui/marks/visually-hidden.tsx";
import { TabLinks } from "../../../ui/panes/tab-links.tsx";
import flow from "../../../ui/theme/flow.module.css";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./ci.module.css";
import { MergedTab } from "./merged-tab.tsx";
import { PipelineTab } from "./pipeline-tab.tsx";
import { type EditedCiFile, useCiCheck } from "./use-ci-check.ts";
import { ValidateTab } from "./validate-tab.tsx";

/** Parts of the pane, as the address names them. */
export type CiPart = "validate" | "merged" | "pipeline";

const parts = [
  { name: "validate", label: "Validate" },
  { name: "merged", label: "Merged" },
  { name: "pipeline", label: "Pipeline" },
] as const;

interface CiPaneProps {
  readonly file: EditedCiFile;
  readonly part: CiPart;
  readonly onLine: (line: number) => void;
  /** Closes the pane. */
  readonly close: ReactNode;
}

/** Pane beside an editor of a file of jobs: what is wrong with it, the merged file, and the pipeline of a commit. */
export function CiPane({ file, part, onLine, close }: CiPaneProps) {
  const { account, project, branch } = file.scope;
  const [trigger, setTrigger] = useState<"push" | "merge-request" | "tag" | "schedule">("push");
  const check = useCiCheck(file);
  return (
    <section className={layout.page} aria-label={`Check of ${configPath}`}>
      <div className={styles.head}>
        <VisuallyHidden>
          <h2>Check of {configPath}</h2>
        </VisuallyHidden>
        <TabLinks label="Check">
          {parts.map(({ name, label }) => (
            <AppLink
              key={name}
              replace
              href={hrefs.project(account, project, "edit", { ref: branch, path: file.path, beside: name })}
              aria-current={name === part ? "page" : undefined}
            >
              {label}
            </AppLink>
          ))}
        </TabLinks>
        <span className={flow.grow} />
        {close}
      </div>
      {part === "validate" ? (
        <ValidateTab file={file} check={check} onLine={onLine} />
      ) : part === "merged" ? (
        <MergedTab file={file} check={check} />
      ) : (
        <PipelineTab file={file} check={check} trigger={trigger} onTrigger={setTrigger} onLine={onLine} />
      )}
    </section>
  );
}
