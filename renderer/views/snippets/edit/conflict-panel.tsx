import { GitMergeConflict } from "lucide-react";
import { resolve } from "../../../features/three-way-merge/three-way.ts";
import { ThreeWayMerge } from "../../../features/three-way-merge/three-way-merge.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import layout from "../../../ui/theme/layout.module.css";
import type { SnippetConflict } from "./merge-snippet.ts";
import styles from "./snippet-edit.module.css";

interface ConflictPanelProps {
  /** Key of the snippet's draft. */
  readonly draftKey: string;
  readonly conflicts: readonly SnippetConflict[];
  readonly onSettle: (conflict: SnippetConflict, text: string) => void;
}

const names = { title: "Title", description: "Description", visibility: "Visibility", expires: "Expiry" };

/** Conflicts between a draft and what someone else saved meanwhile, each with a choice. */
export function ConflictPanel({ draftKey, conflicts, onSettle }: ConflictPanelProps) {
  return (
    <section className={styles.conflicts} aria-label="Conflicts">
      <h2 className={styles.conflictTitle}>
        <Icon of={GitMergeConflict} /> This snippet was changed since you opened it
      </h2>
      <p className={layout.small}>
        Nothing was saved. Choose for each conflict, then save again. Your draft is kept.
      </p>
      {conflicts.map((conflict) =>
        conflict.kind === "field" ? (
          <fieldset key={conflict.name} className={styles.conflict}>
            <legend>{names[conflict.name]}</legend>
            <div className={styles.sides}>
              <Side
                name="Mine"
                text={conflict.mine}
                label="Use mine"
                onUse={(text) => onSettle(conflict, text)}
              />
              <Side
                name="Saved meanwhile"
                text={conflict.theirs}
                label="Use theirs"
                onUse={(text) => onSettle(conflict, text)}
              />
            </div>
          </fieldset>
        ) : (
          <fieldset key={conflict.key} className={styles.conflict}>
            <legend>{conflict.path}</legend>
            <ThreeWayMerge
              draftKey={`${draftKey} ${conflict.key}`}
              path={conflict.path}
              branch="the service"
              regions={conflict.regions}
              onResult={(text) => onSettle(conflict, text)}
              onTheirs={() =>
                onSettle(
                  conflict,
                  resolve(
                    conflict.regions,
                    conflict.regions.map(() => "theirs" as const),
                  ) ?? "",
                )
              }
            />
          </fieldset>
        ),
      )}
    </section>
  );
}

interface SideProps {
  readonly name: string;
  readonly text: string;
  readonly label: string;
  readonly onUse: (text: string) => void;
}

const Side = ({ name, text, label, onUse }: SideProps) => (
  <div className={styles.version}>
    <h3 className={styles.sideName}>{name}</h3>
    <p>{text || "(empty)"}</p>
    <Button writes={false} size="s" onClick={() => onUse(text)}>
      {label}
    </Button>
  </div>
);
