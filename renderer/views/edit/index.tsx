import { FileDiff, FileX, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from "react";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { branchOf, readRefName } from "../../../shared/text/ref-name.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText, oneOf, type SearchOf } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useDiffLanguages } from "../../features/attributes/use-file-attributes.ts";
import { useDiffLook } from "../../features/preferences/save-preferences.ts";
import { GoToFile } from "../../features/repository/find/go-to-file.tsx";
import { editHref, filesHref } from "../../features/repository/repository-hrefs.ts";
import { RepositoryMarkdown } from "../../features/repository/repository-markdown.tsx";
import { RepositorySide, RepositorySplit } from "../../features/repository/repository-side.tsx";
import { useFileEdits } from "../../features/repository/use-file-edits.tsx";
import { type RepositoryAtRef, useRepository } from "../../features/repository/use-repository.ts";
import { type Change, changeAt, type EditScope, useEditSession, useEdits } from "../../state/edits.ts";
import { Button, IconButton } from "../../ui/buttons/button.tsx";
import { DiffView } from "../../ui/diff/diff-view.tsx";
import pane from "../../ui/panes/side-pane.module.css";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { isCiFile } from "./ci/ci-file.ts";
import styles from "./edit.module.css";
import { EditHead, EditPane } from "./edit-pane.tsx";
import { isCiPart, type SidePaneContent, useEditBase } from "./editor.tsx";
import { useChangeDiffs } from "./use-change-diffs.ts";

/** The address of the editor. */
const editSearch = {
  ref: anyText,
  path: anyText,
  /** Content beside the editor: a preview, the changes, or another file, whose path is `with`. */
  beside: oneOf("preview", "changes", "file", "validate", "merged", "pipeline"),
  with: anyText,
};
type EditSearch = SearchOf<typeof editSearch>;

/** One file of a branch in an editor, beside the tree. Every keystroke is stored as a draft until the commit. */
export function EditView() {
  const { account, project } = useProjectRoute();
  const [search, changeSearch] = useAddressSearch(editSearch);
  const { ref, path = "" } = search;
  const details = useOperation(getProject, { id: project });
  const loaded = useEdits((state) => state.loaded);
  const branch = ref === undefined ? (details.data?.default_branch ?? null) : branchOf(ref);
  const scope = useMemo(
    () => (branch === null || !loaded ? null : { account, project, branch }),
    [account, project, branch, loaded],
  );
  const found = useRepository({ account, project }, branch ?? undefined);
  const repository = found.state === "ready" && scope ? found.repository : null;
  const [finding, setFinding] = useState(false);
  // One structure for all states: an editor that is in use is not mounted again when the tree arrives.
  return (
    <>
      <RepositorySplit
        side={
          repository && scope ? (
            <EditSide
              {...{ repository, scope, path }}
              onFind={() => setFinding(true)}
              onBeside={(other) => changeSearch({ beside: "file", with: other })}
            />
          ) : found.state === "loading" ? (
            <div className={cx(pane.side, layout.padded)}>
              <Skeleton lines={8} label="Loading the tree" />
            </div>
          ) : null
        }
      >
        {(toggle) => (
          <EditPanes
            {...{ account, project, scope, path, search, repository, toggle }}
            onBeside={changeSearch}
            isUnknown={branch === null && details.data !== undefined}
          />
        )}
      </RepositorySplit>
      {repository ? (
        <GoToFile repository={repository} editing open={finding} onOpenChange={setFinding} />
      ) : null}
    </>
  );
}

interface EditSideProps {
  readonly repository: RepositoryAtRef;
  readonly scope: EditScope;
  readonly path: string;
  readonly onFind: () => void;
  readonly onBeside: (path: string) => void;
}

/** The tree of the branch, whose files open in the editor. */
function EditSide({ repository, scope, path, ...handlers }: EditSideProps) {
  const go = useGo();
  const edits = useFileEdits(repository);
  return (
    <RepositorySide
      {...{ repository, path, edits, ...handlers }}
      editing
      onRef={(ref) =>
        go(readRefName(ref).kind === "tag" ? filesHref(scope, ref, path) : editHref(scope, ref, path))
      }
    />
  );
}

interface EditPanesProps {
  readonly account: string;
  readonly project: string;
  readonly path: string;
  /** Null while the branch or the drafts are read. */
  readonly scope: EditScope | null;
  /** Whether there is no branch to edit. */
  readonly isUnknown: boolean;
  /** The branch's files; null while they are read, and in an empty repository. */
  readonly repository: RepositoryAtRef | null;
  readonly search: EditSearch;
  readonly onBeside: (beside: Pick<EditSearch, "beside" | "with">) => void;
  /** Shows and hides the tree. */
  readonly toggle: ReactNode;
}

/** An editor, with what was chosen to be beside it. */
function EditPanes({ account, project, path, scope, isUnknown, ...props }: EditPanesProps) {
  const { repository, search, onBeside, toggle } = props;
  const [target, setTarget] = useState<{ readonly line: number }>();
  if (path === "" || isUnknown) {
    return (
      <EmptyState
        icon={FileX}
        title="No file to edit"
        description="Choose a file of a branch, then Edit."
        actions={
          <Button asChild>
            <AppLink href={hrefs.project(account, project, "files")}>Browse files</AppLink>
          </Button>
        }
      />
    );
  }
  if (!scope) {
    return (
      <div className={layout.page}>
        <EditHead toggle={toggle} />
        <div className={layout.padded}>
          <Skeleton lines={10} label="Loading the file" />
        </div>
      </div>
    );
  }
  const isMeant =
    search.beside === "file" ? Boolean(search.with) : !isCiPart(search.beside) || isCiFile(path);
  const beside = isMeant ? search.beside : undefined;
  return (
    <EditPane
      {...{ scope, path, toggle, beside, target }}
      onBeside={(next) => onBeside({ beside: next, with: undefined })}
      besidePane={
        beside ? (
          <SidePane
            {...{ scope, path, beside, repository }}
            onLine={(line) => setTarget({ line })}
            other={search.with ?? ""}
            onClose={() => onBeside({ beside: undefined, with: undefined })}
          />
        ) : null
      }
    />
  );
}

export { ChangesView } from "./changes-view.tsx";

interface SidePaneProps {
  readonly scope: EditScope;
  readonly path: string;
  readonly beside: SidePaneContent | "file";
  /** Path of the other file, where one is beside the editor. */
  readonly other: string;
  readonly repository: RepositoryAtRef | null;
  readonly onClose: () => void;
  /** Goes to a line of the editor. */
  readonly onLine: (line: number) => void;
}

const CiPane = lazy(async () => ({ default: (await import("./ci/ci-check.tsx")).CiPane }));

/** Pane beside an editor: its document as it will be rendered, its changes, or another file. */
function SidePane({ scope, path, beside, other, repository, onClose, onLine }: SidePaneProps) {
  const close = <IconButton size="s" label="Close split" icon={X} onClick={onClose} />;
  if (beside === "file") return <EditPane key={other} scope={scope} path={other} toggle={null} end={close} />;
  if (isCiPart(beside))
    return repository ? (
      <CheckedFile {...{ scope, path, repository, onLine }} part={beside} close={close} />
    ) : null;
  return (
    <section className={layout.page} aria-label={beside === "preview" ? "Preview" : "Changes of this file"}>
      <div className={styles.toolbar}>
        <h2 className={styles.besideTitle}>{beside === "preview" ? "Preview" : "Changes"}</h2>
        <span className={flow.grow} />
        {close}
      </div>
      {beside === "changes" ? (
        <FileChanges scope={scope} path={path} />
      ) : repository ? (
        <Preview scope={scope} path={path} repository={repository} />
      ) : null}
    </section>
  );
}

const focusable = { tabIndex: 0 };

/** The edited document, rendered as one types. */
function Preview({
  scope,
  path,
  repository,
}: Pick<SidePaneProps, "scope" | "path"> & { readonly repository: RepositoryAtRef }) {
  const base = useEditBase(scope, path);
  const change = changeAt(useEditSession(scope)?.changes ?? [], path);
  const draft = change?.content?.kind === "text" ? change.content.text : base.data?.text;
  const text = useDeferredValue(draft ?? "");
  const edits = useFileEdits(repository);
  return (
    <section className={cx(flow.fillScroll, styles.preview)} aria-label={`Preview of ${path}`} {...focusable}>
      <RepositoryMarkdown
        repository={repository}
        path={path}
        text={text}
        onTask={edits ? (line, isDone) => void edits.changeTask(path, text, line, isDone) : undefined}
      />
    </section>
  );
}

interface CheckedFileProps extends Pick<SidePaneProps, "scope" | "path" | "onLine"> {
  readonly repository: RepositoryAtRef;
  readonly part: "validate" | "merged" | "pipeline";
  readonly close: ReactNode;
}

/** The edited file of jobs with its check, as one types. */
function CheckedFile({ scope, path, repository, part, close, onLine }: CheckedFileProps) {
  const base = useEditBase(scope, path);
  const session = useEditSession(scope);
  const changes = session?.changes ?? none;
  const change = changeAt(changes, path);
  const draft = change?.content?.kind === "text" ? change.content.text : base.data?.text;
  const text = useDeferredValue(draft ?? "");
  const head = repository.commit.id;
  const waiting = (
    <div className={layout.padded}>
      <Skeleton lines={6} label="Checking the file" />
    </div>
  );
  if (draft === undefined || draft === null) return waiting;
  return (
    <Suspense fallback={waiting}>
      <CiPane file={{ scope, path, head, changes, text }} {...{ part, close, onLine }} />
    </Suspense>
  );
}

const none: readonly Change[] = [];
/** The pending change of one file as a diff. */
function FileChanges({ scope, path }: Pick<SidePaneProps, "scope" | "path">) {
  const session = useEditSession(scope);
  const change = changeAt(session?.changes ?? none, path);
  const changes = useMemo(() => (change ? [change] : none), [change]);
  const { files, failure, retry } = useChangeDiffs(scope, changes);
  const attributes = useDiffLanguages(scope.project, session?.head);
  const look = useDiffLook();
  if (!change)
    return (
      <EmptyState icon={FileDiff} title="No changes" description="Your edits appear here as you type." />
    );
  if (failure) return <ErrorState {...describeProblem(failure)} onRetry={retry} />;
  if (!files) return <Skeleton lines={6} label="Comparing" />;
  return (
    <div className={layout.list}>
      <DiffView
        label={`Changes of ${path}`}
        files={files}
        attributes={attributes}
        engine={diffEngine}
        {...look}
      />
    </div>
  );
}
