import { useLocation, useNavigate } from "@tanstack/react-router";
import { FilePlus2, FileSearch, FileText, Link2 } from "lucide-react";
import { type DragEvent, useState } from "react";
import { shortRef, tagRef } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useOriginal } from "../../features/local-repositories/use-original.ts";
import { RefPicker } from "../../features/ref-picker/ref-picker.tsx";
import { GoToFile } from "../../features/repository/find/go-to-file.tsx";
import { focusFile } from "../../features/repository/focus-file.ts";
import {
  editHref,
  type FileMode,
  filesHref,
  type RepositoryScope,
} from "../../features/repository/repository-hrefs.ts";
import { RepositorySide, RepositorySplit } from "../../features/repository/repository-side.tsx";
import { PathDialog, useFileEdits } from "../../features/repository/use-file-edits.tsx";
import {
  copyPermalink,
  type RepositoryAtRef,
  useRepository,
} from "../../features/repository/use-repository.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { createFileEdit } from "../../state/file-edits.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { useWidth } from "../../ui/panes/observe-element.ts";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import pane from "../../ui/panes/side-pane.module.css";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import layout from "../../ui/theme/layout.module.css";
import { BesideFile } from "./file/beside-file.tsx";
import { PathContent, pathHeader } from "./path-content.tsx";
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
      return <UnreadRepository address={address} />;
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

/** A repository that is loading: the header is that of the address, where the one of the open path will be. */
const UnreadRepository = ({ address }: { readonly address: FilesAddress }) => (
  <section className={styles.page} aria-label="Files and folders">
    <RepositorySplit
      side={
        <div className={cx(pane.side, styles.padded)}>
          <Skeleton lines={8} label="Loading the tree" />
        </div>
      }
    >
      {(toggle) => (
        <div className={layout.page}>
          <PageHeader mark={toggle} {...pathHeader(address, address.ref, address.path)} />
          <div className={styles.padded}>
            <Skeleton lines={12} height={18} label="Loading the repository" />
          </div>
        </div>
      )}
    </RepositorySplit>
  </section>
);

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
            createFileEdit({ account: scope.account, project: scope.project, branch }, "", path, {
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

interface BrowserProps {
  readonly repository: RepositoryAtRef;
  readonly address: FilesAddress;
}

/** Pixels below which the second file is under the first one. */
const narrowPx = 640;

/** The tree beside the open file or folder, with another file beside that one where it was chosen. */
function Browser({ repository, address }: BrowserProps) {
  const go = useGo();
  const edits = useFileEdits(repository);
  const [finding, setFinding] = useState(false);
  const { path, hash, mode, beside } = address;
  const [container, width] = useWidth();
  const isNarrow = width !== null && width < narrowPx;
  const [size, setSize] = useState<number | null>(null);
  const navigate = useNavigate();
  const show = (hash: string, shown: FileMode | null, other: string | undefined, isPushed = false) =>
    void navigate({
      to: ".",
      search: {
        ref: repository.ref,
        path,
        plain: shown === "source" ? "1" : undefined,
        blame: shown === "blame" ? "1" : undefined,
        beside: other,
      },
      hash,
      replace: !isPushed,
      resetScroll: isPushed,
    });
  const showBeside = (other: string | undefined) => show(hash, mode, other);
  const commands = [
    {
      id: "repository.go-to-file",
      title: "Go to file",
      section: "Repository",
      icon: FileSearch,
      run: () => setFinding(true),
    },
    {
      id: "repository.quick-open",
      title: "Find a file by name",
      section: "Repository",
      icon: FileText,
      run: () => setFinding(true),
    },
    {
      id: "repository.permalink",
      title: "Copy permalink",
      section: "Repository",
      icon: Link2,
      run: () => void copyPermalink(repository, path, hash, mode),
    },
  ];
  useRegisterCommands(commands);
  const side = (
    <RepositorySide
      repository={repository}
      path={path}
      edits={edits}
      onRef={(ref) => go(filesHref(repository, ref, path))}
      onFind={() => setFinding(true)}
      onBeside={showBeside}
    />
  );
  return (
    <section
      className={styles.page}
      aria-label="Files and folders"
      onDragOver={edits ? allowFiles : undefined}
      onDrop={(event) => edits && dropped(event)}
    >
      <RepositorySplit side={side}>
        {(toggle) => (
          <div ref={container} className={styles.panes}>
            <SplitPane
              label="file to the side"
              fixed="second"
              direction={isNarrow ? "vertical" : "horizontal"}
              {...(size === null ? {} : { size })}
              onSize={setSize}
              defaultSize={isNarrow ? 240 : Math.round((width ?? 800) / 2)}
              min={120}
              max={2_000}
              collapsed={!beside}
              first={
                <PathContent
                  repository={repository}
                  path={path}
                  hash={hash}
                  mode={mode}
                  edits={edits}
                  toggle={toggle}
                  onAddress={(lines, shown, isPushed) => show(lines, shown, beside, isPushed)}
                  onBeside={showBeside}
                />
              }
              second={
                beside ? (
                  <BesideFile
                    key={beside}
                    repository={repository}
                    path={beside}
                    onClose={() => showBeside(undefined)}
                  />
                ) : null
              }
            />
          </div>
        )}
      </RepositorySplit>
      <GoToFile repository={repository} open={finding} onOpenChange={setFinding} onChosen={focusFile} />
    </section>
  );

  function dropped(event: DragEvent): void {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    const folder = event.currentTarget.querySelector("[data-folder]")?.getAttribute("data-folder") ?? "";
    void edits?.upload(folder, files);
  }
}

function allowFiles(event: DragEvent): void {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
}

/** The part of a repository that the address names. */
interface FilesAddress extends RepositoryScope {
  /** Branch, tag or commit; undefined for the default branch. */
  readonly ref: string | undefined;
  /** File or folder without slashes around it; empty for the root. */
  readonly path: string;
  /** Null for a document's rendering, or a file that has none. */
  readonly mode: FileMode | null;
  /** After `#`, such as `L10-20`. */
  readonly hash: string;
  /** Path of a file beside this one. */
  readonly beside: string | undefined;
}

const filesSearch = {
  ref: anyText,
  path: anyText,
  plain: anyText,
  blame: anyText,
  beside: anyText,
};

/** Returns the address of this view. */
function useFilesAddress(): FilesAddress {
  const { account, project } = useProjectRoute();
  const [search] = useAddressSearch(filesSearch);
  const hash = useLocation({ select: (location) => location.hash });
  const path = (search.path ?? "").replace(/^\/+|\/+$/g, "");
  const mode = search.blame === "1" ? "blame" : search.plain === "1" ? "source" : null;
  return { account, project, ref: search.ref, path, mode, hash, beside: search.beside };
}
