import { useParams } from "@tanstack/react-router";
import { Check, GitMerge, GitPullRequestArrow, Layers, RefreshCw } from "lucide-react";
import { useState } from "react";
import type {
  MergeRequest,
  MergeRequestVersion,
} from "../../../../shared/api/resources/merge-request-shapes.ts";
import type { StackAction } from "../../../../shared/merge-requests/stacks.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { EntryError } from "../../../features/addresses/entry-error.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { MergeRequestRow } from "../../../features/merge-requests/merge-request-row.tsx";
import { WorkListWidth } from "../../../features/work-lists/row-parts.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { useWidth } from "../../../ui/panes/observe-element.ts";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { Disclosure } from "../../../ui/panes/section.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { useMergeRequest } from "../merge-request/use-merge-request.ts";
import versionStyles from "../versions/versions.module.css";
import { useLayerFiles, useLayerMatrix } from "./layer-files.ts";
import { useStack } from "./read-stack.ts";
import styles from "./stack.module.css";
import { StackDialog } from "./stack-dialog.tsx";

/** The stack of a merge request: its layers, the lowest first, with their state, versions and viewed files. */
export function StackView() {
  const {
    account,
    project,
    iid: number,
  } = useParams({
    from: "/a/$account/p/$project/merge_requests/$iid/stack",
  });
  const iid = Number(number);
  const loaded = useMergeRequest(project, iid);
  const { data: stack, isPending, error, refetch } = useStack(project, loaded.data);
  const [action, setAction] = useState<StackAction | null>(null);
  const [list, width] = useWidth();
  if (!loaded.data && !loaded.pending) {
    return (
      <EntryError
        error={loaded.error}
        entry={`Merge request !${iid}`}
        list={{ label: "Merge requests", href: hrefs.project(account, project, "merge_requests") }}
        onRetry={() => void loaded.refetch()}
      />
    );
  }
  return (
    <div className={layout.page}>
      <PageHeader
        title={`Stack of !${iid}`}
        icon={Layers}
        meta={stack ? `${stack.layers.length} merge requests into ${stack.base}` : undefined}
        actions={
          stack && loaded.extended ? (
            <>
              <Button icon={GitPullRequestArrow} onClick={() => setAction("retarget")}>
                Retarget…
              </Button>
              <Button icon={RefreshCw} onClick={() => setAction("rebase")}>
                Rebase…
              </Button>
              <Button icon={GitMerge} variant="primary" onClick={() => setAction("merge")}>
                Merge…
              </Button>
            </>
          ) : undefined
        }
      />
      {error ? (
        <ErrorState {...describeProblem(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton page lines={6} height={36} mark={16} label="Loading the stack" />
      ) : !stack ? (
        <EmptyState
          icon={Layers}
          title="Not in a stack"
          description="A stack is a chain of merge requests: the target branch of each is the source branch of the one below it."
          actions={
            <Button asChild>
              <AppLink href={hrefs.mergeRequest(account, project, iid)}>Open merge request !{iid}</AppLink>
            </Button>
          }
        />
      ) : (
        <section ref={list} className={layout.sections} aria-label="Layers" {...focusable}>
          <WorkListWidth value={width}>
            <ol className={styles.layers}>
              {stack.layers.map(({ mergeRequest, below }, index) => (
                <li key={mergeRequest.iid} aria-current={mergeRequest.iid === iid || undefined}>
                  <div className={styles.head}>
                    <span className={styles.order} aria-hidden>
                      {index + 1}
                    </span>
                    <MergeRequestRow
                      account={account}
                      project={project}
                      mergeRequest={mergeRequest}
                      showProject={false}
                      news={[]}
                    />
                  </div>
                  <Layer project={project} mergeRequest={mergeRequest} below={below} />
                </li>
              ))}
            </ol>
          </WorkListWidth>
        </section>
      )}
      {action && stack ? (
        <StackDialog project={project} stack={stack} action={action} onClose={() => setAction(null)} />
      ) : null}
    </div>
  );
}

const focusable = { tabIndex: 0 };

interface LayerProps {
  readonly project: string;
  readonly mergeRequest: MergeRequest;
  readonly below: number | null;
}

/** The target of a layer, how much of it was viewed, and its files by versions. */
function Layer({ project, mergeRequest, below }: LayerProps) {
  const { files, versions } = useLayerFiles(project, mergeRequest);
  const [open, setOpen] = useState(false);
  const { iid, target_branch: target } = mergeRequest;
  const count = versions.data?.length ?? 0;
  const viewed = files?.filter(({ isViewed }) => isViewed).length ?? 0;
  const facts = [
    `into ${target}${below === null ? "" : ` (!${below})`}`,
    versions.error ? "its versions could not be read" : count === 1 ? "1 version" : `${count} versions`,
    ...(files ? [`${viewed} of ${files.length} ${files.length === 1 ? "file" : "files"} viewed`] : []),
  ];
  return (
    <div className={styles.layer}>
      <Disclosure summary={facts.join(" · ")} onToggle={setOpen}>
        {open && versions.data ? (
          <LayerMatrix
            project={project}
            iid={iid}
            versions={versions.data}
            viewed={new Set(files?.flatMap(({ path, isViewed }) => (isViewed ? [path] : [])))}
          />
        ) : null}
      </Disclosure>
    </div>
  );
}

interface LayerMatrixProps {
  readonly project: string;
  readonly iid: number;
  readonly versions: readonly MergeRequestVersion[];
  /** Paths of the files whose newest change was viewed. */
  readonly viewed: ReadonlySet<string>;
}

/** Files that a matrix lists. */
const maxRows = 200;

/** The files of a layer by its versions: a filled mark where a version changed a file again, a tick where it was viewed. */
function LayerMatrix({ project, iid, versions, viewed }: LayerMatrixProps) {
  const { oldestFirst, rows } = useLayerMatrix(project, iid, versions);
  return (
    <section className={versionStyles.matrix} aria-label={`Files of !${iid} by versions`} {...focusable}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">File</th>
            {oldestFirst.map(({ id }, index) => (
              <th key={id} scope="col">
                {index + 1}
              </th>
            ))}
            <th scope="col">Viewed</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(({ path, cells }) => (
            <tr key={path}>
              <th scope="row" title={path}>
                <bdi>{path}</bdi>
              </th>
              {cells.map((cell, index) => (
                <td key={oldestFirst[index]?.id}>
                  {cell ? (
                    <span
                      className={versionStyles.dot}
                      data-changed={cell === "changed"}
                      role="img"
                      aria-label={cell}
                    />
                  ) : null}
                </td>
              ))}
              <td>{viewed.has(path) ? <Icon of={Check} size={14} label="Viewed" /> : null}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows ? (
        <p className={layout.muted}>{(rows.length - maxRows).toLocaleString()} more files</p>
      ) : null}
    </section>
  );
}
