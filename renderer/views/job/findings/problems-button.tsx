import { CircleX, TriangleAlert } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { Findings } from "./use-findings.ts";

interface ProblemsButtonProps {
  readonly findings: Findings;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Number of errors and warnings of a log; opens the list of them. */
export function ProblemsButton({ findings, isOpen, onToggle }: ProblemsButtonProps) {
  const { errors, warnings, isSearched } = findings;
  const count = (many: number) => (many > 9_999 ? "9,999+" : many.toLocaleString("en"));
  const isKnown = isSearched || errors + warnings > 0;
  const name = isKnown
    ? `Problems: ${count(errors)} ${errors === 1 ? "error" : "errors"}, ${count(warnings)} ${warnings === 1 ? "warning" : "warnings"}`
    : "Problems";
  return (
    <Tooltip content={name} command="log.problems">
      <Button size="s" variant="ghost" aria-label={name} aria-pressed={isOpen} onClick={onToggle}>
        <Icon of={CircleX} size={14} />
        {isKnown ? count(errors) : null}
        {warnings > 0 ? (
          <>
            <Icon of={TriangleAlert} size={14} />
            {count(warnings)}
          </>
        ) : null}
      </Button>
    </Tooltip>
  );
}
