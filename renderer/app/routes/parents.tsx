import { createRootRoute, createRoute, Outlet, useLocation, useParams } from "@tanstack/react-router";
import { SearchX, UserX } from "lucide-react";
import { lazy, Suspense, useDeferredValue } from "react";
import { AccountContext } from "../../api/account-context.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { validatePlainSearch } from "../../features/addresses/plain-search.ts";
import { useProjectRoute } from "../../features/addresses/use-route.ts";
import { useIsArchived } from "../../features/ci/use-has-access.ts";
import { useOriginal } from "../../features/local-repositories/use-original.ts";
import { useEdits } from "../../state/edits.ts";
import {
  useAccount,
  useAccountLabel,
  useAwayHost,
  useHostState,
  useReconnects,
} from "../../state/host-state.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { AwayContext, DestinationContext, ReadOnlyContext } from "../../ui/forms/destination.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ReconnectContext } from "../../ui/states/error-state.tsx";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { useMissingProject } from "../navigation/app-location.ts";
import { Visit } from "../navigation/visit.tsx";
import { AppFrame } from "../shell/app-frame.tsx";
import { ArchivedNotice } from "../shell/banner.tsx";
import { ViewPending } from "./view-pending.tsx";

const OriginalNotice = lazy(async () => ({
  default: (await import("../../features/local-repositories/original-notice.tsx")).OriginalNotice,
}));
const PendingBar = lazy(async () => ({
  default: (await import("../../features/pending-edits/pending-bar.tsx")).PendingBar,
}));

/** Layout of a project's routes: a banner for pending changes, except where the view itself shows them. */
function ProjectRoute() {
  const { account, project } = useProjectRoute();
  const { pathname } = useLocation();
  const isMissing = useMissingProject(account, project);
  const part = /^\/a\/[^/]+\/p\/[^/]+\/(edit|changes|files)$/.exec(pathname)?.[1];
  // Files and the editor give their whole height to content; their heading is for assistive technology.
  const heading = part === "changes" ? undefined : part;
  const isArchived = useIsArchived(project);
  return (
    <ReadOnlyContext value={isArchived ? "This project is archived" : null}>
      <div className={layout.page}>
        {heading ? (
          <VisuallyHidden>
            <h1>{`${heading === "edit" ? "Editing in" : "Files of"} ${project}`}</h1>
          </VisuallyHidden>
        ) : null}
        {isArchived ? <ArchivedNotice account={account} project={project} /> : null}
        <OpenedRepository account={account} project={project} />
        {part ? null : <PendingChanges account={account} project={project} />}
        <Visit key={`${account} ${project}`} account={account} project={project} />
        <div className={flow.fill}>
          {isMissing ? <MissingProject account={account} project={project} /> : <Outlet />}
        </div>
      </div>
    </ReadOnlyContext>
  );
}

interface ProjectProps {
  readonly account: string;
  readonly project: string;
}

/** The bar of pending changes, whose code is loaded with the first of them. */
function PendingChanges({ account, project }: ProjectProps) {
  const areThere = useEdits(({ sessions }) =>
    Object.values(sessions).some(
      (session) => session.account === account && session.project === project && session.changes.length > 0,
    ),
  );
  return areThere ? (
    <Suspense>
      <PendingBar account={account} project={project} />
    </Suspense>
  ) : null;
}

/** The notice of a project that was opened from a folder; few are, so that only these load its code. */
function OpenedRepository({ account, project }: ProjectProps) {
  const original = useOriginal(account, project);
  return original ? (
    <Suspense>
      <OriginalNotice account={account} project={project} />
    </Suspense>
  ) : null;
}

const MissingProject = ({ account, project }: ProjectProps) => (
  <EmptyState
    page
    icon={SearchX}
    title="Project not found"
    description={`${project} does not exist, or you do not have access.`}
    actions={
      <Button asChild>
        <AppLink href={hrefs.projects(account)}>All projects</AppLink>
      </Button>
    }
  />
);

const NotFoundView = lazy(async () => ({ default: (await import("./not-found.tsx")).NotFound }));

const NotFound = () => (
  <Suspense fallback={<ViewPending />}>
    <NotFoundView />
  </Suspense>
);

/** Provides the account of the route to everything below it. */
function AccountRoute() {
  const { account: id } = useParams({ from: "/a/$account" });
  // A transition: the tree below renders in slices after the host's event.
  const known = useDeferredValue(useHostState((state) => state.accounts !== null));
  const account = useAccount(id);
  const label = useAccountLabel();
  const reconnects = useReconnects(id);
  const away = useAwayHost(id);
  if (!known) return <ViewPending />;
  if (!account) {
    return (
      <EmptyState
        page
        icon={UserX}
        title="Account not found"
        description="This account was removed, or it was added on another computer."
        actions={
          <Button asChild>
            <AppLink href={hrefs.accounts}>Accounts</AppLink>
          </Button>
        }
      />
    );
  }
  return (
    <AccountContext value={id}>
      <DestinationContext value={label(id)}>
        <AwayContext value={away}>
          <ReconnectContext value={reconnects}>
            <Outlet />
          </ReconnectContext>
        </AwayContext>
      </DestinationContext>
    </AccountContext>
  );
}

/** The window; every other route is below it. */
export const rootRoute = createRootRoute({
  component: AppFrame,
  notFoundComponent: NotFound,
  validateSearch: validatePlainSearch,
});

/** Everything of one account. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/a/$account",
  component: AccountRoute,
});

/** Everything of one project. */
export const projectRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "/p/$project",
  component: ProjectRoute,
});
