import { GitCommitHorizontal, Save } from "lucide-react";
import { useMemo, useRef } from "react";
import { announce } from "../../state/announce.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { flushEdits } from "../../state/edits.ts";

/** Commands of the editor. The draft is stored while it is typed; Save stores the latest keystrokes at once. */
export function useEditorCommands(onCommit: () => void): void {
  const latest = useRef(onCommit);
  latest.current = onCommit;
  const commands = useMemo(
    () => [
      {
        id: "edit.save",
        title: "Save draft",
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
