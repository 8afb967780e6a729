import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { type DiffFile, modeChange, pathOf } from "../../../shared/diff/diff-file.ts";
import type { DiffSummary } from "../../../shared/diff/diff-types.ts";
import { Badge } from "../badge.tsx";
import { CopyButton } from "../copy-button.tsx";
import { FileIcon } from "../file-icon.tsx";
import { Icon } from "../icon.tsx";
import headerStyles from "./diff-file-header.module.css";
import { LineCounts } from "./line-counts.tsx";

export interface DiffFileHeaderProps {
  readonly file: DiffFile;
  readonly summary: DiffSummary | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly actions?: ReactNode;
}

/** A file's name with what happened to it and how much. */
export function DiffFileHeader({ file, summary, open, onToggle, actions }: DiffFileHeaderProps) {
  const path = pathOf(file);
  const slash = path.lastIndexOf("/") + 1;
  const modes = modeChange(file);
  return (
    <div className={headerStyles.header}>
      <button type="button" className={headerStyles.toggle} aria-expanded={open} onClick={onToggle}>
        <Icon of={ChevronDown} size={14} className={headerStyles.chevron} />
        <FileIcon name={path} />
        <bdi
          className={headerStyles.path}
          title={file.renamed_file ? `${file.old_path} → ${file.new_path}` : path}
        >
          {file.renamed_file ? <span className={headerStyles.from}>{file.old_path} → </span> : null}
          <span className={headerStyles.folder}>{path.slice(0, slash)}</span>
          {path.slice(slash)}
        </bdi>
      </button>
      <CopyButton text={path} label="Copy path" />
      <span className={headerStyles.kinds}>
        {file.new_file ? <Badge tone="added">New</Badge> : null}
        {file.deleted_file ? <Badge tone="removed">Deleted</Badge> : null}
        {file.renamed_file ? <Badge tone="changed">Moved</Badge> : null}
        {modes ? <Badge title="The file's mode">{modes.join(" → ")}</Badge> : null}
        {file.generated_file ? <Badge>Generated</Badge> : null}
      </span>
      {summary && summary.hiddenLines > 0 ? <HiddenBadge lines={summary.hiddenLines} /> : null}
      <span className={headerStyles.count}>
        {summary ? <LineCounts added={summary.added} removed={summary.removed} /> : null}
      </span>
      {actions}
    </div>
  );
}

/** Warns of characters that cannot be seen; stays in view with the header. */
function HiddenBadge({ lines }: { readonly lines: number }) {
  const count = lines === 1 ? "1 line has" : `${lines} lines have`;
  return (
    <Badge
      tone="warning"
      title={`${count} invisible or bidirectional characters, which can make code look different from what it is. They are shown as marks.`}
    >
      Hidden characters
    </Badge>
  );
}
