import { useMemo } from "react";
import { LineKeeper, toTyped } from "../../../shared/text/line-ends.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { DiscardButton } from "../../ui/buttons/discard-button.tsx";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { useMergeDraft } from "./merge-draft.ts";
import { type Choice, conflictsOf, type Region, resolve, resolvedLines } from "./three-way.ts";
import styles from "./three-way-merge.module.css";

interface ThreeWayMergeProps {
  /** Key under which the choices are stored until their owner deletes them with {@link clearMergeDraft}. */
  readonly draftKey: string;
  readonly path: string;
  /** Names of both sides; the own one is "Mine" where left out. */
  readonly branch: string;
  readonly mine?: string;
  readonly regions: readonly Region[];
  readonly onResult: (text: string) => void;
  readonly onTheirs: () => void;
}

/** Unchanged lines shown around a conflict. */
const contextLines = 3;

/** Mine, base and theirs side by side for each conflict; the choices make the result, which may be edited by hand. */
export function ThreeWayMerge({
  draftKey,
  path,
  branch,
  mine = "Mine",
  regions,
  onResult,
  onTheirs,
}: ThreeWayMergeProps) {
  const [{ choices: stored, text, isEditing }, change] = useMergeDraft(draftKey, regions);
  const total = conflictsOf(regions).length;
  const choices = Array.from({ length: total }, (_, at) => stored[at] ?? null);
  const resolved = choices.filter(Boolean).length;
  // An unresolved conflict is edited from both of its versions.
  const merged = () =>
    resolve(
      regions,
      choices.map((choice) => choice ?? "both"),
    ) ?? "";
  const edited = () => text ?? merged();
  // Line ends are those of the versions, and of an edit that was begun.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text that one begins to edit
  const keeper = useMemo(() => new LineKeeper(merged()), [regions, isEditing]);
  const result = isEditing ? edited() : resolve(regions, choices);
  const discard = () => {
    change({ text: null, isEditing: false });
    toast.discarded("edited result", () => change({ text, isEditing: true }));
  };

  return (
    <>
      {isEditing ? (
        <TextArea
          label={`Result for ${path}`}
          rows={18}
          value={toTyped(edited())}
          onChange={(typed, caret) => change({ text: keeper.retype(edited(), typed, { caret }) })}
          spellCheck={false}
          mono
        />
      ) : (
        <Regions
          path={path}
          branch={branch}
          mine={mine}
          regions={regions}
          choices={choices}
          onChoose={(index, choice) => change({ choices: choices.with(index, choice) })}
        />
      )}
      <div className={flow.cluster}>
        <Button
          writes={false}
          variant="primary"
          disabled={result === null}
          onClick={() => result !== null && onResult(result)}
        >
          Use result
        </Button>
        {isEditing ? (
          <Button writes={false} onClick={() => change({ isEditing: false })}>
            Back to choices
          </Button>
        ) : (
          <Button writes={false} onClick={() => change({ isEditing: true })}>
            Edit result
          </Button>
        )}
        <Button writes={false} variant="ghost" onClick={onTheirs}>
          Keep {branch}'s version
        </Button>
        {total > 1 ? (
          <span className={layout.note} role="status">
            {resolved} of {total} conflicts resolved
          </span>
        ) : null}
        {isEditing && text !== null ? <DiscardButton onClick={discard} /> : null}
      </div>
    </>
  );
}

interface RegionsProps {
  readonly path: string;
  readonly branch: string;
  readonly mine: string;
  readonly regions: readonly Region[];
  readonly choices: readonly (Choice | null)[];
  readonly onChoose: (index: number, choice: Choice) => void;
}

function Regions({ path, branch, mine, regions, choices, onChoose }: RegionsProps) {
  const numbered = number(regions);
  return (
    <div className={styles.regions}>
      {numbered.map(({ region, conflict, key }) =>
        region.kind === "agreed" ? (
          <Agreed key={key} lines={region.lines} />
        ) : (
          <fieldset key={key} className={styles.region}>
            <legend className={styles.legend}>
              Conflict {conflict + 1} of {conflictsOf(regions).length}
            </legend>
            <div className={styles.sides}>
              <Side name={mine} lines={region.mine} tone={styles.mine ?? ""} />
              <Side name="Base" lines={region.base} tone="" />
              <Side name={branch} lines={region.theirs} tone={styles.theirs ?? ""} />
            </div>
            <SegmentedControl
              label={`Resolution of conflict ${conflict + 1} in ${path}`}
              value={choices[conflict] ?? "none"}
              onChange={(choice) => choice !== "none" && onChoose(conflict, choice)}
              options={[
                { value: "mine", label: mine },
                { value: "theirs", label: branch },
                { value: "both", label: "Both" },
                { value: "base", label: "Neither" },
              ]}
            />
            {choices[conflict] ? (
              <pre className={styles.code}>
                {resolvedLines(region, choices[conflict]).join("") || "(nothing)"}
              </pre>
            ) : null}
          </fieldset>
        ),
      )}
    </div>
  );
}

function Side({ name, lines, tone }: { name: string; lines: readonly string[]; tone: string }) {
  return (
    <div>
      <h3 className={styles.sideName}>{name}</h3>
      <pre className={`${styles.code} ${tone}`}>{lines.join("") || "(nothing)"}</pre>
    </div>
  );
}

function Agreed({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length <= contextLines * 2) return <pre className={styles.code}>{lines.join("")}</pre>;
  return (
    <pre className={styles.code}>
      {lines.slice(0, contextLines).join("")}
      <span className={layout.muted}>{`… ${lines.length - contextLines * 2} unchanged lines …\n`}</span>
      {lines.slice(-contextLines).join("")}
    </pre>
  );
}

function number(regions: readonly Region[]) {
  const counter = { next: 0 };
  return regions.map((region, index) => ({
    region,
    key: `${region.kind} ${index}`,
    conflict: region.kind === "conflict" ? counter.next++ : -1,
  }));
}
