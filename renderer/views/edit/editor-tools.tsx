import { Eye, FileDiff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./edit.module.css";

/** Content of its own file that an editor can show beside it. */
export type SidePaneContent = "preview" | "changes";

const besideButtons = {
  preview: { label: "Preview beside the editor", icon: Eye },
  changes: { label: "Changes beside the editor", icon: FileDiff },
} as const;

interface BesideButtonProps {
  readonly of: SidePaneContent;
  readonly beside: SidePaneContent | "file" | undefined;
  readonly onBeside: (beside: SidePaneContent | undefined) => void;
}

/** Shows something beside the editor, or closes it. */
export function SidePaneButton({ of, beside, onBeside }: BesideButtonProps) {
  const { label, icon } = besideButtons[of];
  const isOpen = beside === of;
  return (
    <IconButton
      label={label}
      icon={icon}
      pressed={isOpen}
      onClick={() => onBeside(isOpen ? undefined : of)}
    />
  );
}

/** The file's path; Enter or blur moves the file. */
export function PathField({
  path,
  onPath,
}: {
  readonly path: string;
  readonly onPath: (path: string) => void;
}) {
  const [typed, setTyped] = useState(path);
  return (
    <TextField
      label="Path"
      hideLabel
      mono
      className={styles.path ?? ""}
      value={typed}
      onChange={setTyped}
      onBlur={() => onPath(typed.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") onPath(typed.trim());
      }}
    />
  );
}
