import { ListTree, Search } from "lucide-react";
import type { LineRef, OpenDiff } from "../../../../shared/diff/diff-types.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ChangeSearch } from "./change-search.tsx";
import styles from "./changes.module.css";

interface ChangesToolsProps {
  readonly open: OpenDiff | null;
  /** Indices of the files from top to bottom. */
  readonly order: readonly number[];
  readonly searching: boolean;
  readonly onSearching: (searching: boolean) => void;
  readonly onFind: (pattern: RegExp | null) => void;
  /** Scrolls to a hit of the search. */
  readonly onHit: (line: LineRef) => void;
  readonly ignoreWhitespace: boolean;
  readonly onIgnoreWhitespace: (ignore: boolean) => void;
  /** Whether the file tree is shown. */
  readonly tree: boolean;
  readonly onTree: (shown: boolean) => void;
}

/** Tools above the diff: search, whitespace and the file tree. */
export function ChangesTools({
  open,
  order,
  searching,
  onSearching,
  onFind,
  onHit,
  ignoreWhitespace,
  onIgnoreWhitespace,
  tree,
  onTree,
}: ChangesToolsProps) {
  return (
    <>
      {searching ? (
        <ChangeSearch
          open={open}
          order={order}
          onFind={onFind}
          onHit={onHit}
          onClose={() => onSearching(false)}
        />
      ) : (
        <IconButton
          label="Search in the change"
          icon={Search}
          command="review.search"
          onClick={() => onSearching(true)}
        />
      )}
      <span className={searching ? styles.besideSearch : undefined}>
        <Checkbox label="Ignore whitespace" checked={ignoreWhitespace} onChange={onIgnoreWhitespace} />
      </span>
      <IconButton
        label="File tree"
        icon={ListTree}
        command="review.tree"
        pressed={tree}
        onClick={() => onTree(!tree)}
      />
    </>
  );
}
