import { FilePlus2 } from "lucide-react";
import { useState } from "react";
import { shortRef, tagRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { useGo } from "../../features/addresses/use-go.ts";
import { useOriginal } from "../../features/local-repositories/use-original.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { PathDialog } from "../../features/repository/edits/path-dialog.tsx";
import { editHref, filesHref, type RepositoryScope } from "../../features/repository/repository-hrefs.ts";
import { useRepository } from "../../features/repository/use-repository.ts";
import { createFile } from "../../state/file-edits.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Browser } from "./browser.tsx";
import { useFilesAddress } from "./files-address.ts";
import styles from "./repository.module.css";
import { TagObject, useIsTagOfObject } from "./tag-object.tsx";

/** The files of a project at a ref. Ref, path and lines are in the address. */
export function FilesView() {
  const address = useFilesAddress();
  const go = useGo();
  const found = useRepository(address, address.ref);
  const isMissing =
    found.state === "failed" && found.of === "ref" && describeProblem(found.error).kind === "missing";
  const isObject = useIsTagOfObject(
    address.project,
    address.ref ?? "",
    isMissing && address.ref !== undefined,
  );
  switch (found.state) {
    case "loading":
      return (
        <div className={styles.padded}>
          <Skeleton lines={12} height={18} label="Loading the repository" />
        </div>
      );
    case "empty":
      return <EmptyRepository scope={address} defaultBranch={found.defaultBranch} />;
    case "failed": {
      const described = describeProblem(found.error);
      if (isObject) return <TagObject scope={address} tag={tagRef(shortRef(found.ref))} />;
      const unknownRef = found.of === "ref" && described.kind === "missing";
      return (
        <ErrorState
          {...described}
          {...(unknownRef
            ? {
                title: "Branch or tag not found",
                message: `There is no branch, tag or commit named “${shortRef(found.ref)}”. It may have been deleted or merged.`,
              }
            : {})}
          onRetry={unknownRef ? undefined : found.retry}
          actions={
            found.of === "ref" ? (
              <>
                <RefPicker
                  project={address.project}
                  current={found.ref}
                  defaultBranch={null}
                  onChoose={(ref) => go(filesHref(address, ref, address.path))}
                />
                <Button asChild>
                  <AppLink href={filesHref(address, undefined, address.path)}>Default branch</AppLink>
                </Button>
              </>
            ) : null
          }
        />
      );
    }
    case "ready":
      return <Browser repository={found.repository} address={address} />;
  }
}

interface EmptyRepositoryProps {
  readonly scope: RepositoryScope;
  readonly defaultBranch: string | null;
}

/** A repository without a commit: committing the first file creates its first branch. */
function EmptyRepository({ scope, defaultBranch }: EmptyRepositoryProps) {
  const go = useGo();
  const original = useOriginal(scope.account, scope.project);
  // On disk, git has already chosen the name of the first branch.
  const branch = defaultBranch ?? original?.checked_out[0]?.branch ?? "main";
  const [naming, setNaming] = useState(false);
  return (
    <>
      <EmptyState
        icon={FilePlus2}
        title="The repository is empty"
        description={`${original ? "Commit to it" : "Push to it"} with git, or create a file here.`}
        actions={
          <Button variant="primary" icon={FilePlus2} onClick={() => setNaming(true)}>
            Create the first file
          </Button>
        }
      />
      {naming ? (
        <PathDialog
          title="First file"
          action="Create"
          initial=""
          onClose={() => setNaming(false)}
          onDone={(path) => {
            createFile({ account: scope.account, project: scope.project, branch }, "", path, {
              kind: "text",
              text: "",
            });
            go(editHref(scope, branch, path));
          }}
        />
      ) : null}
    </>
  );
}
