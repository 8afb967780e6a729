import { ClipboardPaste, Copy, Scissors, Search, TextSelect } from "lucide-react";
import type { editor } from "monaco-editor/editor";
import type { ReactNode } from "react";
import type { IconType } from "../icon.tsx";
import { MenuItem, MenuSeparator } from "../menu-item.tsx";

interface EditorMenuProps {
  readonly view: editor.IStandaloneCodeEditor | null;
  readonly readOnly: boolean;
  /** Items for the line that the menu was opened on. */
  readonly lineItems?: ((line: number) => ReactNode) | undefined;
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
