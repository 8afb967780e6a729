import { FilePlus2, Workflow } from "lucide-react";
import { getFile } from "../../../shared/api/resources/files.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { toProblem } from "../../api/fetch-host.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { isEmpty } from "../../features/repository/needs-commits.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import layout from "../../ui/theme/layout.module.css";
import styles from "./pipelines.module.css";

const configPath = ".gitlab-ci.yml";

const example = `test:
  script:
    - echo "Runs on each push"
`;

/** Explains why a project has no pipelines, and how to create one. */
export function NoPipelines({ account, project }: { readonly account: string; readonly project: string }) {
  const details = useOperation(getProject, { id: project }).data;
  const branch = details && !isEmpty(details) ? details.default_branch : null;
  const file = useOperation(getFile, branch ? { id: project, file_path: configPath, ref: branch } : null);
  const isMissing = file.error !== null && toProblem(file.error).status === 404;
  if (branch && file.isPending) return null;
  if (!isMissing) {
    return (
      <EmptyState
        icon={Workflow}
        title="No pipelines yet"
        description={
          branch
            ? "The next push, commit or merge starts one."
            : `Pipelines appear after the first commit with ${configPath}.`
        }
        actions={
          details && !branch ? (
            <Button asChild variant="primary" icon={FilePlus2}>
              <AppLink href={hrefs.project(account, project, "files")}>Create the first file</AppLink>
            </Button>
          ) : null
        }
      />
    );
  }
  return (
    <EmptyState
      icon={FilePlus2}
      title="No pipelines yet"
      description={
        <>
          <p>
            {branch} has no <code className={layout.whole}>{configPath}</code>. Add one to run jobs on each
            push:
          </p>
          <div className={styles.example}>
            <pre>{example}</pre>
            <CopyButton text={example} label="Copy example" />
          </div>
        </>
      }
      actions={
        <Button asChild variant="primary">
          <AppLink href={hrefs.project(account, project, "edit", { ref: branch, path: configPath })}>
            Create {configPath}
          </AppLink>
        </Button>
      }
    />
  );
}
