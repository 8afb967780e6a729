import { Eye, EyeOff } from "lucide-react";
import { IconButton } from "./button.tsx";

interface RevealButtonProps {
  /** Hidden value, such as "token". */
  readonly what: string;
  readonly isShown: boolean;
  readonly onChange: (isShown: boolean) => void;
}

/** Shows or hides a secret in a field. */
export const RevealButton = ({ what, isShown, onChange }: RevealButtonProps) => (
  <IconButton
    label={`${isShown ? "Hide" : "Show"} ${what}`}
    icon={isShown ? EyeOff : Eye}
    size="s"
    onClick={() => onChange(!isShown)}
  />
);
