import { ClipboardPaste, Copy, Scissors, Search, TextSelect } from "lucide-react";
import type { editor } from "monaco-editor/editor";
import type { ReactNode, Ref } from "react";
import type { Optional } from "../../../shared/optional.ts";
import type { IconType } from "../marks/icon.tsx";
import { ContextMenu } from "../overlays/menu.tsx";
import { MenuItem, MenuSeparator } from "../overlays/menu-item.tsx";
import { ErrorState } from "../states/error-state.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import styles from "./code.module.css";

interface CodeFrameProps {
  readonly ready: boolean;
  readonly failure: string | null;
  /** Announcement of what the next key does. */
  readonly hint?: string | null;
  /** Items of the context menu. */
  readonly menu: ReactNode;
  /** Before the editor, in so many pixels. */
  readonly column?: { readonly width: number; readonly content: ReactNode } | undefined;
  /** Element for the editor. */
  readonly ref: Ref<HTMLDivElement>;
}

/** The box of an editor: a skeleton while it loads, an explanation when it cannot be loaded. */
export function CodeFrame({ ready, failure, hint = null, menu, column, ref }: CodeFrameProps) {
  return (
    // With Ctrl the wheel zooms the page; the editor would scroll.
    <div className={styles.frame} onWheelCapture={(event) => event.ctrlKey && event.stopPropagation()}>
      {failure ? (
        <ErrorState
          title="The editor did not load"
          message="Reload the page to try again."
          detail={failure}
        />
      ) : ready ? null : (
        <div className={styles.wait}>
          <Skeleton lines={8} label="Loading the editor" />
        </div>
      )}
      {column?.content}
      <ContextMenu items={menu}>
        <div ref={ref} className={styles.editor} style={{ insetInlineStart: column?.width }} />
      </ContextMenu>
      <div role="status" className={styles.hint}>
        {hint}
      </div>
    </div>
  );
}

interface EditorMenuProps
  extends Optional<{
    /** Items for the line that the menu was opened on. */
    lineItems: (line: number) => ReactNode;
  }> {
  readonly view: editor.IStandaloneCodeEditor | null;
  readonly readOnly: boolean;
}

interface Entry {
  readonly label: string;
  readonly icon: IconType;
  readonly keys: string;
  /** Id of the editor's own action. */
  readonly action: string;
  readonly writes?: boolean;
}

const clipboard: readonly Entry[] = [
  {
    label: "Cut",
    icon: Scissors,
    keys: "mod+x",
    action: "editor.action.clipboardCutAction",
    writes: true,
  },
  { label: "Copy", icon: Copy, keys: "mod+c", action: "editor.action.clipboardCopyAction" },
  {
    label: "Paste",
    icon: ClipboardPaste,
    keys: "mod+v",
    action: "editor.action.clipboardPasteAction",
    writes: true,
  },
];
const others: readonly Entry[] = [
  { label: "Select all", icon: TextSelect, keys: "mod+a", action: "editor.action.selectAll" },
  { label: "Find", icon: Search, keys: "mod+f", action: "actions.find" },
];

/** Context menu of an editor, in place of the editor's own, which differs from the app's. */
export function EditorMenu({ view, readOnly, lineItems }: EditorMenuProps) {
  const item = ({ label, icon, keys, action, writes }: Entry) =>
    writes && readOnly ? null : (
      <MenuItem
        key={action}
        icon={icon}
        keys={keys}
        onSelect={() =>
          // Once the menu has given the focus back.
          setTimeout(() => {
            view?.focus();
            view?.trigger("menu", action, null);
          })
        }
      >
        {label}
      </MenuItem>
    );
  return (
    <>
      {clipboard.map(item)}
      <MenuSeparator />
      {others.map(item)}
      {lineItems ? (
        <>
          <MenuSeparator />
          {lineItems(view?.getPosition()?.lineNumber ?? 1)}
        </>
      ) : null}
    </>
  );
}
