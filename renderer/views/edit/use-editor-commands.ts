import { GitCommitHorizontal, Save } from "lucide-react";
import { useMemo, useRef } from "react";
import { announce } from "../../state/announce.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { flushEdits } from "../../state/edits.ts";

/** Keys of the editor: the draft is stored as it is typed, so saving only makes sure of it. */
export function useEditorCommands(onCommit: () => void): void {
  const latest = useRef(onCommit);
  latest.current = onCommit;
  const commands = useMemo(
    () => [
      {
        id: "edit.save",
        title: "Save the draft",
        section: "Editor",
        icon: Save,
        run: () => void flushEdits().then(() => announce("Draft saved")),
      },
      {
        id: "edit.commit",
        title: "Review and commit",
        section: "Editor",
        icon: GitCommitHorizontal,
        run: () => latest.current(),
      },
    ],
    [],
  );
  useRegisterCommands(commands);
}
