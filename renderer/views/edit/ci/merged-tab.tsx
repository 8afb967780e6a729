import { FileX } from "lucide-react";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useCodePreferences } from "../../../state/preferences.ts";
import { CodeView } from "../../../ui/code/code-view.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import flow from "../../../ui/theme/flow.module.css";
import styles from "./ci.module.css";
import type { CiCheck, EditedCiFile } from "./use-ci-check.ts";
import { Judge } from "./validate-tab.tsx";

/** The file with all that it includes and extends, to read. */
export function MergedTab({ file, check }: { readonly file: EditedCiFile; readonly check: CiCheck }) {
  const preferences = useCodePreferences();
  const { result, preview } = check;
  if (!result)
    return preview.error ? (
      <ErrorState {...describeProblem(preview.error)} onRetry={preview.retry} />
    ) : (
      <div className={styles.content}>
        <Skeleton lines={10} label="Merging the file" />
      </div>
    );
  const { mergedYaml, errors, warnings } = result;
  return (
    <>
      <div className={styles.bar}>
        <Judge check={check} />
      </div>
      {mergedYaml === null || mergedYaml.trim() === "" ? (
        <EmptyState
          icon={FileX}
          title="No merged file"
          description={errors[0] ?? warnings[0] ?? `${file.path} is empty.`}
        />
      ) : (
        <div className={flow.fill}>
          <CodeView
            path="merged.gitlab-ci.yml"
            language="yaml"
            text={mergedYaml}
            label="Merged configuration"
            {...preferences}
          />
        </div>
      )}
    </>
  );
}
