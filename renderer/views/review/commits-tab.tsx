import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, GitCommitHorizontal, Layers } from "lucide-react";
import { lazy, Suspense, useContext, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { getCommitDiff } from "../../../shared/api/resources/commits.ts";
import type { MergeRequestVersion } from "../../../shared/api/resources/merge-request-shapes.ts";
import { diffFileOf, inTreeOrder } from "../../../shared/diff/diff-file.ts";
import { useAccountId } from "../../api/account-context.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperationAll } from "../../api/use-operation.ts";
import { AppLink, useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useDiffAttributes } from "../../features/attributes/use-file-attributes.ts";
import { useDiffLook } from "../../features/preferences/save-preferences.ts";
import { useRegisterCommands } from "../../state/commands/commands.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { type DiffState, DiffTools } from "../../ui/diff/diff-tools.tsx";
import { DiffView, type DiffViewHandle } from "../../ui/diff/diff-view.tsx";
import { VirtualList } from "../../ui/lists/virtual-list.tsx";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { SplitPane } from "../../ui/panes/split-pane.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { RelativeTime } from "../../ui/values/time.tsx";
import { diffEngine } from "../../workers/diff/diff-engine.ts";
import { ReviewContext } from "./merge-request/review-context.ts";
import styles from "./review.module.css";
import { versionQuery } from "./versions/version-query.ts";

const BeginStackDialog = lazy(async () => ({
  default: (await import("./stack/begin-stack-dialog.tsx")).BeginStackDialog,
}));

/** Pixels of a commit in the list. */
const rowHeight = 32;

/** Version of a merge request without any. */
const noVersion = { id: 0, head_commit_sha: "" };

interface CommitsTabProps {
  readonly versions: readonly MergeRequestVersion[];
  /** Place of the diff's tools in the page's head; null before it is drawn. */
  readonly slot: HTMLElement | null;
}

/** The commits of the latest version, newest first, one at a time with its changes. */
export function CommitsTab({ versions, slot }: CommitsTabProps) {
  const { project, iid, mergeRequest } = useContext(ReviewContext);
  const [isBeginning, setBeginning] = useState(false);
  const account = useAccountId();
  const go = useGo();
  const latest = versions[0];
  const version = useQuery({
    ...versionQuery(account, project, iid, latest ?? noVersion),
    enabled: latest !== undefined,
  });
  const commits = version.data?.data.commits ?? [];
  const [chosen, setChosen] = useState(0);
  const count = commits.length;
  useRegisterCommands(
    useMemo(
      () => [
        {
          id: "review.next-commit",
          title: "Next commit",
          section: "Review",
          icon: ArrowDown,
          run: () => setChosen((now) => Math.min(count - 1, now + 1)),
        },
        {
          id: "review.previous-commit",
          title: "Previous commit",
          section: "Review",
          icon: ArrowUp,
          run: () => setChosen((now) => Math.max(0, now - 1)),
        },
      ],
      [count],
    ),
    "view",
  );
  if (version.error) {
    return <ErrorState {...describeProblem(version.error)} onRetry={() => void version.refetch()} />;
  }
  const commit = commits[chosen];
  return (
    <SplitPane
      label="Commits"
      defaultSize={380}
      max={720}
      first={
        version.isPending ? (
          <Skeleton page lines={8} height={rowHeight} mark={20} label="Loading commits" />
        ) : (
          <div className={flow.fillColumn}>
            <VirtualList
              label="Commits of the merge request"
              items={commits}
              itemKey={({ id }) => id}
              rowHeight={rowHeight}
              activeIndex={chosen}
              onActiveChange={setChosen}
              renderItem={({ id, title, author_name, created_at, short_id }) => (
                <span
                  className={cx(layout.row, styles.commitRow)}
                  data-shown={id === commit?.id || undefined}
                >
                  <span title={author_name}>
                    <Avatar name={author_name} size={20} spoken />
                  </span>
                  <span className={cx(flow.growText, layout.ellipsis)} title={title}>
                    {title}
                  </span>
                  <span className={layout.small}>
                    {created_at ? <RelativeTime time={created_at} /> : null}
                  </span>
                  <code>{short_id}</code>
                </span>
              )}
              onOpen={({ id }, _, { newTab }) => {
                if (newTab) go(hrefs.commit(account, project, id));
              }}
            />
            {mergeRequest?.state === "opened" && count > 1 ? (
              <div className={layout.bar}>
                <Button icon={Layers} onClick={() => setBeginning(true)}>
                  Begin a stack…
                </Button>
              </div>
            ) : null}
            {mergeRequest && isBeginning ? (
              <Suspense>
                <BeginStackDialog
                  project={project}
                  mergeRequest={mergeRequest}
                  commits={commits}
                  onClose={() => setBeginning(false)}
                />
              </Suspense>
            ) : null}
          </div>
        )
      }
      second={
        commit ? (
          <CommitChanges key={commit.id} sha={commit.id} slot={slot} />
        ) : version.isPending ? null : (
          <p className={flow.roomy}>No commits.</p>
        )
      }
    />
  );
}

interface CommitChangesProps extends Pick<CommitsTabProps, "slot"> {
  readonly sha: string;
}

function CommitChanges({ sha, slot }: CommitChangesProps) {
  const { project } = useContext(ReviewContext);
  const account = useAccountId();
  const look = useDiffLook();
  const view = useRef<DiffViewHandle>(null);
  const [state, setState] = useState<DiffState>({ allClosed: false, isNarrow: false });
  const diff = useOperationAll(
    getCommitDiff,
    { id: project, sha, per_page: 100 },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const files = useMemo(
    () => inTreeOrder((diff.data ?? []).map((entry) => diffFileOf(entry, sha))),
    [diff.data, sha],
  );
  const attributes = useDiffAttributes(project, sha);
  if (diff.error && !diff.data) {
    return <ErrorState {...describeProblem(diff.error)} onRetry={() => void diff.refetch()} />;
  }
  return (
    <>
      {slot
        ? createPortal(
            <div className={flow.inline} role="toolbar" aria-label="Tools of the diff">
              <DiffTools {...look} {...state} onToggleAll={() => view.current?.foldAll()} />
              <Button asChild icon={GitCommitHorizontal}>
                <AppLink href={hrefs.commit(account, project, sha)}>Open commit</AppLink>
              </Button>
            </div>,
            slot,
          )
        : null}
      <DiffView
        ref={view}
        label={`Changes of ${sha.slice(0, 8)}`}
        files={files}
        attributes={attributes}
        engine={diffEngine}
        onState={setState}
        {...look}
      />
    </>
  );
}
