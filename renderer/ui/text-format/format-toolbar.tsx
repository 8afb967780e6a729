import { Bold, Code, Italic, Link, List, ListChecks, ListOrdered, TextQuote } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { IconType } from "../icon.tsx";
import { IconButton } from "../icon-button.tsx";
import { formatShortcuts } from "./format-keys.ts";
import type { TextFormat } from "./format-text.ts";
import styles from "./format-toolbar.module.css";

interface Tool {
  readonly format: TextFormat;
  readonly label: string;
  readonly icon: IconType;
  /** Has a gap to the tool before it. */
  readonly apart?: boolean;
}

const tools: readonly Tool[] = [
  { format: "bold", label: "Bold", icon: Bold },
  { format: "italic", label: "Italic", icon: Italic },
  { format: "quote", label: "Quote", icon: TextQuote, apart: true },
  { format: "code", label: "Code", icon: Code },
  { format: "link", label: "Link", icon: Link },
  { format: "bullets", label: "Bulleted list", icon: List, apart: true },
  { format: "numbers", label: "Numbered list", icon: ListOrdered },
  { format: "tasks", label: "Task list", icon: ListChecks },
];

interface FormatToolbarProps {
  readonly label: string;
  /** Formats that it has buttons for; all where it is left out. */
  readonly formats?: readonly TextFormat[];
  readonly onFormat: (format: TextFormat) => void;
}

/** Buttons that format what is selected. One stop of the Tab key; arrows move between them. */
export function FormatToolbar({ label, formats, onFormat }: FormatToolbarProps) {
  const [active, setActive] = useState(0);
  const shown = formats ? tools.filter(({ format }) => formats.includes(format)) : tools;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -active, End: shown.length - 1 - active }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (active + step + shown.length) % shown.length;
    setActive(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label={label} className={styles.toolbar} onKeyDown={onKeyDown}>
      {shown.map(({ format, apart, ...tool }, index) => (
        <IconButton
          key={format}
          {...tool}
          size="s"
          keys={formatShortcuts[format]}
          tooltipSide="top"
          className={apart && index > 0 ? styles.apart : undefined}
          tabIndex={index === active ? 0 : -1}
          // What is selected in the text stays selected.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
          onFocus={() => setActive(index)}
        />
      ))}
    </div>
  );
}
