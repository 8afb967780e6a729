import { BookOpen, Code } from "lucide-react";
import { SegmentedControl } from "../../ui/forms/segmented-control.tsx";

interface DocumentModeProps {
  readonly value: "rendered" | "source";
  readonly onChange: (mode: "rendered" | "source") => void;
}

const modes = [
  { value: "rendered", label: "Rendered", icon: BookOpen },
  { value: "source", label: "Source", icon: Code },
] as const;

/** Switches between a rendered document and its source. */
export const DocumentMode = ({ value, onChange }: DocumentModeProps) => (
  <SegmentedControl label="Show the document" value={value} onChange={onChange} options={modes} iconsOnly />
);
