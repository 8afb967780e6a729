import { FileCode, PencilLine, TriangleAlert } from "lucide-react";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import flow from "../../ui/flow.module.css";
import { Icon } from "../../ui/icon.tsx";
import styles from "./pipelines.module.css";
import type { KnownPipeline } from "./use-pipeline.ts";

interface YamlErrorsProps {
  readonly account: string;
  readonly project: string;
  readonly pipeline: KnownPipeline;
  readonly errors: string;
}

/** The errors in a pipeline's configuration, with a link to edit it. */
export function YamlErrors({ account, project, pipeline, errors }: YamlErrorsProps) {
  const { sha, ref, tag } = pipeline;
  const params = { account, project };
  const path = ".gitlab-ci.yml";
  return (
    <section className={styles.yaml} aria-label="Configuration errors">
      <h2 className={styles.yamlTitle}>
        <Icon of={TriangleAlert} /> {path} is invalid
      </h2>
      <div className={styles.yamlText}>
        <pre>{errors}</pre>
        <CopyButton text={errors} label="Copy error" />
      </div>
      <div className={flow.wrap}>
        {ref && !tag ? (
          <Button asChild>
            <AppLink href={hrefs.project(params.account, params.project, "edit", { ref, path })}>
              <Icon of={PencilLine} /> Edit on {ref}
            </AppLink>
          </Button>
        ) : null}
        <Button asChild variant="ghost">
          <AppLink href={hrefs.project(params.account, params.project, "files", { ref: sha, path })}>
            <Icon of={FileCode} /> View at {sha.slice(0, 8)}
          </AppLink>
        </Button>
      </div>
    </section>
  );
}
