import { ArrowLeft } from "lucide-react";
import { useMemo, useRef } from "react";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { type Command, useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import flow from "../../../ui/flow.module.css";
import layout from "../../../ui/layout.module.css";
import { Link } from "../../../ui/link.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import tones from "../../../ui/tone.module.css";
import { StepButtons } from "../log/step-buttons.tsx";
import styles from "./compare.module.css";
import type { LogComparisonState } from "./use-comparison.ts";
import type { DiffSteps } from "./use-diff-steps.ts";

interface CompareBarProps {
  readonly account: string;
  readonly project: string;
  readonly comparison: LogComparisonState;
  readonly steps: DiffSteps;
  /** Lines printed since the comparison. */
  readonly added: number;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The compared job, the number of differences, and buttons to step through them. */
export function CompareBar(props: CompareBarProps) {
  const { account, project, comparison, steps, added } = props;
  const other = comparison.state === "ready" || comparison.state === "loading" ? comparison.other : null;
  const diff = comparison.state === "ready" ? comparison.diff : null;
  const hasChanges = diff !== null && diff.added + diff.removed > 0;
  useChangeKeys(steps.step, hasChanges);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Comparison">
      <Button size="s" variant="ghost" icon={ArrowLeft} onClick={props.onClose}>
        Log
      </Button>
      <span className={cx(flow.growText, layout.ellipsis, styles.other)}>
        Compared with the last success
        {other ? (
          <>
            {" "}
            <Link asChild>
              <AppLink href={hrefs.job(account, project, other.id)}>#{other.id}</AppLink>
            </Link>{" "}
            on {other.ref}
            {other.finished_at ? (
              <>
                , <RelativeTime time={other.finished_at} />
              </>
            ) : null}
          </>
        ) : null}
      </span>
      {diff ? (
        <output className={styles.counts}>
          <span className={tones.added}>+{diff.added.toLocaleString("en")}</span>{" "}
          <span className={tones.removed}>−{diff.removed.toLocaleString("en")}</span>
          {diff.cut ? " · only the beginning of the logs" : ""}
        </output>
      ) : null}
      {added > 0 ? (
        <Button size="s" onClick={props.onAgain}>
          Compare again
        </Button>
      ) : null}
      {hasChanges ? <StepButtons of="change" onStep={steps.step} /> : null}
    </div>
  );
}

const none: readonly Command[] = [];

function useChangeKeys(step: DiffSteps["step"], isOn: boolean): void {
  const latest = useRef(step);
  latest.current = step;
  const commands = useMemo(() => {
    const command = (direction: 1 | -1): Command => ({
      id: direction === 1 ? "log.next-change" : "log.previous-change",
      title: direction === 1 ? "Next change" : "Previous change",
      section: "Log",
      run: () => latest.current(direction),
    });
    return [command(1), command(-1)];
  }, []);
  useRegisterCommands(isOn ? commands : none);
}
