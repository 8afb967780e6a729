import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { openLocalRepository } from "../../../shared/api/local.ts";
import { describeProblem, type ProblemLooks } from "../../api/describe-problem.ts";
import { chooseFolder, readShell } from "../../api/settings.ts";
import { useWrite } from "../../api/use-write.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";

/** Adds a git repository of this machine's disk as a project of the local service. */
export function OpenLocal({ account }: { readonly account: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={FolderOpen} onClick={() => setOpen(true)}>
        Open a local repository
      </Button>
      {open ? <Ask account={account} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Ask({ account, onClose }: { readonly account: string; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const write = useWrite();
  const [path, setPath] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ProblemLooks | null>(null);
  const shell = useQuery({
    queryKey: ["shell"],
    queryFn: ({ signal }) => readShell(signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  const add = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const project = await write(openLocalRepository, { path: path.trim() });
      toast.success(`${project.name} is a project now`);
      onClose();
      await navigate({
        to: "/a/$account/p/$project",
        params: { account, project: project.path_with_namespace },
      });
    } catch (error) {
      setFailure(describeProblem(error));
      setBusy(false);
    }
  };
  const choose = async () => {
    try {
      const folder = await chooseFolder();
      if (folder !== null) setPath(folder);
    } catch (error) {
      setFailure(describeProblem(error));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Open a local repository"
      description="Its objects are shared, not copied. Its branches stay as they are until you commit to them here."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy} disabled={path.trim() === ""} onClick={() => void add()}>
            Open
          </Button>
        </>
      }
    >
      <TextField
        label="Folder"
        mono
        value={path}
        onChange={setPath}
        placeholder="/home/you/projects/app"
        hint="A work tree or a bare repository, by its full path"
        autoFocus
        suffix={
          shell.data?.can.chooseFolder ? (
            <Button size="s" variant="ghost" onClick={() => void choose()}>
              Choose…
            </Button>
          ) : undefined
        }
        onKeyDown={(event) => {
          if (event.key === "Enter" && path.trim() && !busy) void add();
        }}
      />
      {failure ? <ErrorState compact {...failure} /> : null}
    </Dialog>
  );
}
