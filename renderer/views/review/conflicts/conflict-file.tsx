import { CircleCheck, GitMergeConflict } from "lucide-react";
import { ThreeWayMerge } from "../../../features/three-way-merge/three-way-merge.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import flow from "../../../ui/flow.module.css";
import { Icon } from "../../../ui/icon.tsx";
import layout from "../../../ui/layout.module.css";
import styles from "./conflicts.module.css";
import type { ConflictingFile } from "./read-conflicts.ts";

interface ConflictFileProps {
  readonly file: ConflictingFile;
  /** Key under which its choices are stored, also once it is resolved. */
  readonly draftKey: string;
  readonly source: string;
  readonly target: string;
  /** Absent while it is not resolved. */
  readonly resolution: { readonly content: string | null } | undefined;
  readonly onResolve: (content: string | null) => void;
  readonly onReopen: () => void;
}

/** One conflicting file: its conflicts to choose from, or how it was resolved. */
export function ConflictFile(props: ConflictFileProps) {
  const { file, draftKey, source, target, resolution, onResolve, onReopen } = props;
  return (
    <section className={styles.file} aria-label={`Conflict in ${file.path}`}>
      <div className={flow.cluster}>
        <Icon of={resolution ? CircleCheck : GitMergeConflict} />
        <h3 className={styles.path}>
          <bdi>{file.path}</bdi>
        </h3>
        {resolution ? (
          <>
            <Badge tone="added">{resolution.content === null ? "Resolved: deleted" : "Resolved"}</Badge>
            <Button size="s" onClick={onReopen}>
              Change
            </Button>
          </>
        ) : null}
      </div>
      {resolution ? null : file.regions ? (
        <ThreeWayMerge
          draftKey={draftKey}
          path={file.path}
          branch={target}
          mine={source}
          regions={file.regions}
          onResult={onResolve}
          onTheirs={() => onResolve(file.sides.theirs)}
        />
      ) : (
        <Deleted {...{ file, source, target, onResolve }} />
      )}
    </section>
  );
}

function Deleted({
  file: { sides },
  source,
  target,
  onResolve,
}: Pick<ConflictFileProps, "file" | "source" | "target" | "onResolve">) {
  const [deleted, changed] = sides.mine === null ? [source, target] : [target, source];
  return (
    <>
      <p className={layout.muted}>
        The file was deleted on {deleted} and changed on {changed}.
      </p>
      <div className={flow.wrap}>
        <Button onClick={() => onResolve(sides.mine ?? sides.theirs)}>Keep {changed}'s version</Button>
        <Button onClick={() => onResolve(null)}>Delete file</Button>
      </div>
    </>
  );
}
