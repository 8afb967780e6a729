import { useState } from "react";
import { type LineRange, readLineRange } from "../../ui/code/line-range.ts";
import { instantly } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface GoToLineProps {
  /** Lines of the log. */
  readonly lines: number;
  readonly onChoose: (range: LineRange) => void;
  readonly onClose: () => void;
}

/** Dialog for a line or a range such as `120-140`, which it selects. */
export function GoToLine({ lines, onChoose, onClose }: GoToLineProps) {
  const [text, setText] = useState("");
  const range = readLineRange(
    `L${text
      .trim()
      .replace(/^#?L/i, "")
      .replaceAll(/[\s,.]/g, "")}`,
  );
  const isBeyond = range !== null && range.from > lines;
  return (
    <FormDialog
      onClose={onClose}
      title="Go to line"
      size="s"
      submitLabel="Go"
      submission={instantly(() => {
        if (!range) return;
        onChoose({ from: range.from, to: Math.min(lines, range.to) });
        onClose();
      })}
      isReady={range !== null && !isBeyond}
    >
      <TextField
        label={`Line or range, 1 to ${lines.toLocaleString("en")}`}
        placeholder="120 or 120-140"
        autoFocus
        value={text}
        onChange={setText}
        error={isBeyond ? `The log has ${lines.toLocaleString("en")} lines.` : undefined}
      />
    </FormDialog>
  );
}
