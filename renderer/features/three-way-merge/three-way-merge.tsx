import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { type Choice, conflictsOf, linesOf, type Region, resolve } from "./three-way.ts";
import styles from "./three-way-merge.module.css";

interface ThreeWayMergeProps {
  readonly path: string;
  readonly branch: string;
  readonly regions: readonly Region[];
  readonly onResult: (text: string) => void;
  readonly onTheirs: () => void;
}

/** Lines of agreement that are shown around a conflict. */
const around = 3;

/** Mine, base and theirs side by side for each conflict; the choices make the result, which may be edited by hand. */
export function ThreeWayMerge({ path, branch, regions, onResult, onTheirs }: ThreeWayMergeProps) {
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>([]);
  const [text, setText] = useState<string | null>(null);
  const total = conflictsOf(regions).length;
  const decided = Array.from({ length: total }, (_, index) => choices[index]).filter(Boolean).length;
  const result = text ?? resolve(regions, choices);
  const choose = (index: number, choice: Choice) =>
    setChoices(Array.from({ length: total }, (_, at) => (at === index ? choice : choices[at])));
  // While a place is undecided, editing by hand starts from both versions of it.
  const draft = () =>
    resolve(
      regions,
      Array.from({ length: total }, (_, at) => choices[at] ?? "both"),
    ) ?? "";

  return (
    <>
      {text === null ? (
        <Regions path={path} branch={branch} regions={regions} choices={choices} onChoose={choose} />
      ) : (
        <TextArea label={`Result for ${path}`} rows={18} value={text} onChange={setText} spellCheck={false} />
      )}
      <div className={styles.actions}>
        <Button
          variant="primary"
          disabled={result === null}
          onClick={() => result !== null && onResult(result)}
        >
          Use this result
        </Button>
        {text === null ? (
          <Button onClick={() => setText(draft())}>Edit the result</Button>
        ) : (
          <Button onClick={() => setText(null)}>Back to the choices</Button>
        )}
        <Button variant="ghost" onClick={onTheirs}>
          Keep the version of {branch}
        </Button>
        <span className={styles.note} role="status">
          {decided} of {total} decided
        </span>
      </div>
    </>
  );
}

interface RegionsProps {
  readonly path: string;
  readonly branch: string;
  readonly regions: readonly Region[];
  readonly choices: readonly (Choice | undefined)[];
  readonly onChoose: (index: number, choice: Choice) => void;
}

function Regions({ path, branch, regions, choices, onChoose }: RegionsProps) {
  const numbered = number(regions);
  return (
    <div className={styles.regions}>
      {numbered.map(({ region, conflict, key }) =>
        region.kind === "agreed" ? (
          <Agreed key={key} lines={region.lines} />
        ) : (
          <fieldset key={key} className={styles.region}>
            <legend>
              Place {conflict + 1} of {conflictsOf(regions).length}
            </legend>
            <div className={styles.sides}>
              <Side name="Mine" lines={region.mine} tone={styles.mine ?? ""} />
              <Side name="Before both" lines={region.base} tone="" />
              <Side name={`On ${branch}`} lines={region.theirs} tone={styles.theirs ?? ""} />
            </div>
            <SegmentedControl
              label={`Take for place ${conflict + 1} in ${path}`}
              value={choices[conflict] ?? "none"}
              onChange={(choice) => choice !== "none" && onChoose(conflict, choice)}
              options={[
                { value: "mine", label: "Mine" },
                { value: "theirs", label: "Theirs" },
                { value: "both", label: "Both" },
                { value: "base", label: "Neither" },
              ]}
            />
            {choices[conflict] ? (
              <pre className={styles.code}>{linesOf(region, choices[conflict]).join("") || "(nothing)"}</pre>
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
  if (lines.length <= around * 2) return <pre className={styles.code}>{lines.join("")}</pre>;
  return (
    <pre className={styles.code}>
      {lines.slice(0, around).join("")}
      <span className={styles.muted}>{`… ${lines.length - around * 2} lines are the same …\n`}</span>
      {lines.slice(-around).join("")}
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
