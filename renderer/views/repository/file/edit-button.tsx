import { FilePen, FileSymlink } from "lucide-react";
import { useMemo } from "react";
import { useGo } from "../../../features/addresses/use-go.ts";
import type { FileEdits } from "../../../features/repository/edits/use-file-edits.ts";
import { editHref } from "../../../features/repository/repository-hrefs.ts";
import type { Repository } from "../../../features/repository/use-repository.ts";
import { useRegisterCommands } from "../../../state/commands/commands.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { pickFiles } from "../../../ui/pick-files.ts";
import { useMedia } from "../../../ui/use-media.ts";

interface EditButtonProps {
  readonly repository: Repository;
  readonly path: string;
  readonly edits: FileEdits;
  /** Whether the file is text that the editor opens; else another file replaces it. */
  readonly isText: boolean;
}

/** Edits the open file, or replaces what the editor cannot open. */
export function EditButton({ repository, path, edits, isText }: EditButtonProps) {
  const go = useGo();
  const commands = useMemo(() => {
    const replace = async () => {
      const [file] = await pickFiles();
      if (file) await edits.replace(path, file);
    };
    const edit = () => go(editHref(repository, repository.ref, path));
    return [
      {
        id: "repository.edit",
        title: isText ? "Edit file" : "Replace file…",
        section: "Repository",
        icon: isText ? FilePen : FileSymlink,
        run: () => void (isText ? edit() : replace()),
      },
    ];
  }, [repository, path, edits, isText, go]);
  useRegisterCommands(commands);
  const [icon, label] = isText ? [FilePen, "Edit"] : [FileSymlink, "Replace file…"];
  const onClick = () => commands[0]?.run();
  // The path has the room of the word.
  return useMedia("(width < 480px)") ? (
    <IconButton {...{ icon, label, onClick }} size="s" variant="default" />
  ) : (
    <Button {...{ icon, onClick }} size="s">
      {label}
    </Button>
  );
}
