import { ShieldCheck, SkipForward } from "lucide-react";
import { lazy, Suspense, useEffectEvent, useMemo, useRef } from "react";
import type { LineRef } from "../../../../shared/diff/diff-types.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { usePreferences } from "../../../state/preferences.ts";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { Popover } from "../../../ui/overlays/popover.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import styles from "./reports.module.css";
import type { ReportsButtonProps } from "./shown-reports.ts";

const ReportsPanel = lazy(async () => ({ default: (await import("./reports-panel.tsx")).ReportsPanel }));

/** The button of coverage and code quality: its panel has the switch, and what the reports say of the whole change. */
export function ReportsButton({ shown, files, head, onShow }: ReportsButtonProps) {
  const isOn = usePreferences(({ diffReports }) => diffReports);
  const next = useNextUncovered(isOn, shown.uncovered, onShow);
  return (
    <Popover
      label="Coverage and code quality"
      align="end"
      className={styles.panel ?? ""}
      trigger={<IconButton size="s" label="Coverage and code quality" icon={ShieldCheck} pressed={isOn} />}
    >
      <Suspense>
        <ReportsPanel {...{ isOn, shown, files, head, onShow, next }} />
      </Suspense>
    </Popover>
  );
}

/** Returns what goes to the next changed line that is not covered, after the one that was shown last; registers its command. */
function useNextUncovered(
  isOn: boolean,
  lines: readonly LineRef[],
  onShow: (line: LineRef) => void,
): () => void {
  const last = useRef(-1);
  const next = () => {
    if (lines.length === 0) {
      toast.info("No changed line is known to be uncovered");
      return;
    }
    last.current = (last.current + 1) % lines.length;
    const line = lines[last.current];
    if (line) onShow(line);
  };
  const nextNow = useEffectEvent(next);
  const commands = useMemo(
    () => [
      {
        id: "review.next-uncovered",
        title: "Next changed line that is not covered",
        section: "Review",
        icon: SkipForward,
        run: () => nextNow(),
      },
    ],
    [],
  );
  useRegisterCommands(isOn ? commands : none);
  return next;
}

const none: never[] = [];
