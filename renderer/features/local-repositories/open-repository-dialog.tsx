import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { ProblemError } from "../../../shared/errors.ts";
import { shellRoutes } from "../../../shared/host/shell.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { callHost } from "../../api/fetch-host.ts";
import { useSubmit } from "../../api/use-submit.ts";
import {
  closeRepositoryRequest,
  type RepositoryRequest,
  useRepositoryRequest,
} from "../../state/repository-request.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import styles from "./local-repositories.module.css";
import { openRepository } from "./open-repository.ts";
import { RecentRepositories } from "./recent-repositories.tsx";
import { useLocalAccount } from "./use-original.ts";

/** The dialog for opening a repository of this computer's disk. */
export function OpenRepositoryDialog() {
  const request = useRepositoryRequest((state) => state.request);
  const account = useLocalAccount();
  if (!request) return null;
  if (account === null) {
    return (
      <Dialog
        open
        onOpenChange={closeRepositoryRequest}
        title="Open repository"
        description="Helve's local service is not running, so repositories on this computer cannot be opened. See Settings › Diagnostics."
      />
    );
  }
  return <Ask key={`${request.path} ${request.dropped}`} account={account} request={request} />;
}

function Ask({ account, request }: { readonly account: string; readonly request: RepositoryRequest }) {
  const router = useRouter();
  const client = useQueryClient();
  const [path, setPath] = useState(request.path);
  const [before, setBefore] = useState(request.problem);
  const shell = useQuery({
    queryKey: ["shell"],
    queryFn: ({ signal }) => callHost(shellRoutes.get, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { reads: [] },
  });
  const open = async (folder: string) => {
    const borrow = borrowed === null || folder !== path ? [] : borrowed.split("\n").filter(Boolean);
    const project = await openRepository(client, account, folder.trim(), borrow);
    closeRepositoryRequest();
    router.history.push(hrefs.project(account, project.path_with_namespace));
  };
  const submission = useSubmit(() => open(path));
  const chosen = useSubmit(async () => {
    const { path: folder } = await callHost(shellRoutes.chooseFolder);
    if (folder === null) return;
    change(folder);
    await open(folder);
  });
  const problem = submission.problem ?? chosen.problem ?? before;
  const borrowed = problem?.reason === "alternates_outside" ? (problem.details?.folder ?? "") : null;
  const change = (next: string) => {
    setPath(next);
    setBefore(null);
    submission.reset();
    chosen.reset();
  };
  const failure = problem === null || borrowed !== null ? null : describeProblem(new ProblemError(problem));
  return (
    <FormDialog
      onClose={closeRepositoryRequest}
      title="Open repository"
      description="Opens it in place, and shows what git does there as it happens. Branches change only when you commit here."
      size="l"
      submitLabel={borrowed === null ? "Open" : "Open and borrow objects"}
      submission={{ ...submission, isPending: submission.isPending || chosen.isPending, failure }}
      isReady={path.trim() !== ""}
    >
      {request.dropped ? (
        <p className={styles.note} role="status">
          A browser does not say where the folder <bdi>{request.dropped}</bdi> is. Enter its path, or drop it
          on the desktop app.
        </p>
      ) : null}
      <TextField
        label="Folder"
        mono
        value={path}
        onChange={change}
        placeholder={request.dropped ? `~/projects/${request.dropped}` : "~/projects/app"}
        hint="A work tree, a bare repository, a linked worktree or a bundle; ~ is your home folder."
        autoFocus
        suffix={
          shell.data?.can.chooseFolder ? (
            <Button writes={false} size="s" variant="ghost" icon={FolderOpen} onClick={chosen.submit}>
              Choose…
            </Button>
          ) : undefined
        }
      />
      {borrowed !== null ? (
        <section className={styles.consent} role="alert">
          <h2>This repository uses objects of another folder</h2>
          <p>
            This repository keeps a part of its history in <code>{borrowed}</code>, outside of itself. Helve
            reads that folder only if you agree. Open it where you know the folder and trust who set this up.
          </p>
        </section>
      ) : null}
      <section className={styles.recent} aria-labelledby="recent-repositories">
        <h2 id="recent-repositories">Recent</h2>
        <RecentRepositories account={account} maxListed={8} onOpen={closeRepositoryRequest} />
      </section>
    </FormDialog>
  );
}
