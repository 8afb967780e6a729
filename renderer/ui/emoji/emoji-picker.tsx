import { SmilePlus } from "lucide-react";
import { useState } from "react";
import { IconButton, type IconButtonProps } from "../icon-button.tsx";
import { Popover } from "../popover.tsx";
import { EmojiGrid } from "./emoji-grid.tsx";

interface EmojiPickerProps {
  readonly label: string;
  /** Called with the emoji's name, without colons. */
  readonly onChoose: (name: string) => void;
  readonly align?: "start" | "end";
  /** Size of the button: "m" beside a field. */
  readonly size?: IconButtonProps["size"];
}

/** A button that opens every emoji to search and choose from. */
export function EmojiPicker({ label, onChoose, align = "start", size = "s" }: EmojiPickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={label}
      flush
      align={align}
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label={label} icon={SmilePlus} size={size} />}
    >
      <EmojiGrid
        label={label}
        onChoose={({ name }) => {
          setOpen(false);
          onChoose(name);
        }}
      />
    </Popover>
  );
}
