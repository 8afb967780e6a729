import { ChevronDown, ChevronUp } from "lucide-react";
import { IconButton } from "../../../ui/buttons/button.tsx";

interface StepButtonsProps {
  readonly of: "change" | "match";
  readonly onStep: (step: 1 | -1) => void;
}

/** Buttons that go to the previous and the next change or match of a log. */
export const StepButtons = ({ of, onStep }: StepButtonsProps) => (
  <>
    <IconButton
      label={`Previous ${of}`}
      icon={ChevronUp}
      size="s"
      command={`log.previous-${of}`}
      onClick={() => onStep(-1)}
    />
    <IconButton
      label={`Next ${of}`}
      icon={ChevronDown}
      size="s"
      command={`log.next-${of}`}
      onClick={() => onStep(1)}
    />
  </>
);
