import { ImagePlus, Table, Workflow } from "lucide-react";
import { FoldingRow } from "../../../ui/folding-row.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { TextFormat } from "../../../ui/text-format/format-text.ts";
import { FormatToolbar } from "../../../ui/text-format/format-toolbar.tsx";

interface EditorToolsProps {
  readonly isMarkdown: boolean;
  /** Whether there may be room for some of the formats only. */
  readonly narrow: boolean;
  readonly onFormat: (format: TextFormat) => void;
  readonly onInsert: (block: string) => void;
  readonly onAttach: () => void;
}

/** Groups of formats, the most used first. */
const groups: readonly { readonly label: string; readonly formats: readonly TextFormat[] }[] = [
  { label: "Emphasis", formats: ["bold", "italic"] },
  { label: "Blocks and links", formats: ["quote", "code", "link"] },
  { label: "Lists", formats: ["bullets", "numbers", "tasks"] },
];

/** An empty table of Markdown. */
const tableBlock = "\n| Column | Column |\n| --- | --- |\n|  |  |\n";

/** A sample diagram. */
const diagramBlock = "\n```mermaid\nflowchart LR\n  A[Start] --> B[End]\n```\n";

/** Tools of the text of a page, in one line. */
export function EditorTools({ isMarkdown, narrow, onFormat, onInsert, onAttach }: EditorToolsProps) {
  return (
    <FoldingRow label="More tools">
      {isMarkdown && !narrow ? <FormatToolbar label="Format" onFormat={onFormat} /> : null}
      {isMarkdown && narrow
        ? groups.map((group) => <FormatToolbar key={group.label} {...group} onFormat={onFormat} />)
        : null}
      {isMarkdown ? (
        <IconButton size="s" icon={Table} label="Insert table" onClick={() => onInsert(tableBlock)} />
      ) : null}
      {isMarkdown ? (
        <IconButton size="s" icon={Workflow} label="Insert diagram" onClick={() => onInsert(diagramBlock)} />
      ) : null}
      <IconButton size="s" icon={ImagePlus} label="Attach files" onClick={onAttach} />
    </FoldingRow>
  );
}
