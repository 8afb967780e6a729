import { useParams } from "@tanstack/react-router";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Discussion } from "../../../shared/api/resources/discussions.ts";
import type { MergeRequest } from "../../../shared/api/resources/merge-request-shapes.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useOperation } from "../../api/use-operation.ts";
import { EntryError } from "../../features/addresses/entry-error.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { anyText } from "../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../features/addresses/use-address-search.ts";
import { useRouteName } from "../../features/addresses/use-route.ts";
import { useHeadPipeline } from "../../features/ci/use-live-pipelines.ts";
import { useRouteStatus } from "../../features/ci/use-route-status.ts";
import { useExportDialog } from "../../features/export/export-dialog.tsx";
import { markVisited } from "../../features/inbox/inbox-marks.ts";
import { type Mentionable, useReferenceSources } from "../../features/markdown/reference-sources.ts";
import { markSeen, useSeen } from "../../features/merge-requests/seen-merge-requests.ts";
import { useReactable } from "../../features/reactions/use-reactions.ts";
import { useRecentWork } from "../../state/recent-work.ts";
import { useLostFocus } from "../../ui/overlays/use-focus-return.ts";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { useDiscussions } from "./discussion/use-discussions.ts";
import { ExportReview } from "./export-review.tsx";
import { ReviewContext, reviewKey } from "./merge-request/review-context.ts";
import { ShownTabProvider, useShownTab } from "./merge-request/shown-tab.tsx";
import { useMergeRequest } from "./merge-request/use-merge-request.ts";
import { MergeRequestTabs, tabOf } from "./merge-request-tabs.tsx";
import styles from "./review.module.css";
import { useStackCommands } from "./stack/use-stack-commands.ts";
import { useVersions } from "./versions/version-query.ts";

const reviewSearch = {
  tab: anyText,
  from: anyText,
  to: anyText,
};

/** The page of one merge request. */
export function MergeRequestView() {
  const { account, project, iid: number } = useParams({ from: "/a/$account/p/$project/merge_requests/$iid" });
  const [{ tab: requested, from, to }] = useAddressSearch(reviewSearch);
  const iid = Number(number);
  const tab = tabOf(requested);
  const versionIds = useMemo(() => ({ from, to }), [from, to]);
  const [isFactual, begin] = useFacts(tab);
  const loaded = useMergeRequest(project, iid);
  const { data, extended } = loaded;
  useRouteName(data?.title);
  const versions = useVersions(project, iid, data);
  const discussions = useDiscussions(project, iid, isFactual);
  const me = useOperation(
    getCurrentUser,
    {},
    { staleTime: Number.POSITIVE_INFINITY, enabled: isFactual },
  ).data;
  const reactable = useReactable(project, iid, isFactual);
  const draftKey = reviewKey(account, project, iid);
  const threaded = extended && discussions.threaded;
  const people = useParticipants(data, discussions.threads);
  const sources = useReferenceSources(project, people);
  const { exporting, start: startExport, end: endExport } = useExportDialog("Export changes…", "Review");
  const review = useMemo(
    () => ({
      project,
      iid,
      mergeRequest: data ?? null,
      me,
      threaded,
      draftKey,
      reactable,
      sources,
      startExport,
    }),
    [project, iid, data, me, threaded, draftKey, reactable, sources, startExport],
  );
  useSeenOnLeave(account, project, data);
  useStackCommands(project, isFactual ? data : undefined, tab);
  // The head with its buttons is part of the Overview.
  useLostFocus(tab, () => document.getElementById("main"));
  const pipeline = useHeadPipeline(project, data);
  useRouteStatus(pipeline?.status);
  // Changes do not wait for what is said about them.
  if (loaded.pending && tab !== "changes") {
    return (
      <div className={flow.roomy}>
        <Skeleton lines={10} height={22} label="Loading the merge request" />
      </div>
    );
  }
  if (!data && !loaded.pending) {
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
    <ReviewContext value={review}>
      <ShownTabProvider tab={tab}>
        <ReviewPage>
          <MergeRequestTabs
            key={draftKey}
            {...{ tab, versionIds, extended, discussions, versions }}
            onFiles={begin}
          />
          {exporting && data ? (
            <ExportReview
              mergeRequest={data}
              {...{ versions, versionIds, discussions }}
              onClose={endExport}
            />
          ) : null}
        </ReviewPage>
      </ShownTabProvider>
    </ReviewContext>
  );
}

/** Milliseconds for which everything else waits for the first changed files. */
const maxFilesWaitMs = 800;

/**
 * Returns whether what is said about the changes is requested, and a function that begins it: the first files of the Changes
 * come first, where these are opened by their address.
 */
function useFacts(tab: string): readonly [isFactual: boolean, begin: () => void] {
  const [hasFiles, setHasFiles] = useState(false);
  const begin = useCallback(() => setHasFiles(true), []);
  useEffect(() => {
    const timer = setTimeout(begin, maxFilesWaitMs);
    return () => clearTimeout(timer);
  }, [begin]);
  return [hasFiles || tab !== "changes", begin];
}

/** The page: as large as the window, except for the Overview in a small one. */
const ReviewPage = ({ children }: { readonly children: ReactNode }) => (
  <div className={cx(layout.page, styles.review, useShownTab() === "overview" && styles.overviewPage)}>
    {children}
  </div>
);

/**
 * Records that the merge request was opened, which its entry in the inbox is read by, and, on leaving, its state, so that news
 * stay marked until then.
 */
function useSeenOnLeave(
  account: string,
  project: string,
  mergeRequest: Parameters<typeof markSeen>[1] | undefined,
): void {
  const { loaded } = useSeen(account);
  const id = mergeRequest?.id;
  const { iid, title } = mergeRequest ?? {};
  useRecentWork(
    iid === undefined || title === undefined
      ? null
      : {
          kind: "merge_request",
          account,
          project,
          href: hrefs.mergeRequest(account, project, iid),
          name: title,
        },
  );
  const visit = useEffectEvent((opened: string) => {
    if (mergeRequest) markVisited(opened, project, mergeRequest);
  });
  useEffect(() => {
    if (id !== undefined) visit(account);
  }, [account, id]);
  const mark = useEffectEvent((left: string, leftId: number) => {
    if (mergeRequest?.id !== leftId) return;
    markSeen(left, mergeRequest);
    markVisited(left, project, mergeRequest);
  });
  useEffect(() => {
    if (id === undefined || !loaded) return;
    const note = () => mark(account, id);
    addEventListener("pagehide", note);
    return () => {
      removeEventListener("pagehide", note);
      note();
    };
  }, [account, id, loaded]);
}

/** Returns the participants of a merge request: the latest commenters first, then author and assignees. The same list until it changes. */
function useParticipants(
  mergeRequest: MergeRequest | undefined,
  threads: readonly Discussion[],
): readonly Mentionable[] {
  const previous = useRef<readonly Mentionable[]>([]);
  return useMemo(() => {
    const notes = threads.flatMap((thread) => thread.notes);
    const speakers = notes
      .toSorted((a, b) => (b.created_at ?? "").localeCompare(a.created_at ?? ""))
      .map(({ author }) => author);
    const all = [...speakers, mergeRequest?.author, ...(mergeRequest?.assignees ?? [])];
    const known = new Map(
      all.flatMap((person) =>
        person ? [[person.username, { username: person.username, name: person.name }] as const] : [],
      ),
    );
    const next = [...known.values()];
    if (JSON.stringify(next) !== JSON.stringify(previous.current)) previous.current = next;
    return previous.current;
  }, [mergeRequest, threads]);
}
