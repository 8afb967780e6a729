import { lazyRouteComponent, useParams } from "@tanstack/react-router";
import { Compass, ShieldCheck, ShieldX } from "lucide-react";
import { type ComponentType, Suspense } from "react";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { describeProblem } from "../../api/describe-problem.ts";
import { useOperation } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccount } from "../../state/host-state.ts";
import { Icon } from "../../ui/marks/icon.tsx";
import { VisuallyHidden } from "../../ui/marks/visually-hidden.tsx";
import { PageHeader } from "../../ui/panes/page-header.tsx";
import { TabLinks } from "../../ui/panes/tab-links.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import styles from "./admin.module.css";
import { type AdminTabId, adminTabs } from "./admin-tabs.ts";

interface TabProps {
  readonly account: string;
}

/** Content of each tab, read when it is opened. */
const contents: Readonly<Record<AdminTabId, ComponentType<TabProps>>> = {
  users: lazyRouteComponent(() => import("./users/users-tab.tsx"), "UsersTab"),
  keys: lazyRouteComponent(() => import("./keys/key-lookup.tsx"), "KeyLookup"),
  runners: lazyRouteComponent(() => import("./runners/runners-tab.tsx"), "RunnersTab"),
  hooks: lazyRouteComponent(() => import("./hooks/hooks-tab.tsx"), "HooksTab"),
  snippets: lazyRouteComponent(() => import("./snippets/snippets-tab.tsx"), "SnippetsTab"),
};

/** Administration of a service, one tab an address. Only its administrators see more than an explanation. */
export function AdminView() {
  const { account, tab } = useParams({ from: "/a/$account/admin/$tab" });
  const { isAdmin, error, retry } = useIsAdministrator(account);
  const check = useAccount(account)?.check;
  if (error && isAdmin === null) return <ErrorState {...describeProblem(error)} onRetry={retry} />;
  if (isAdmin === null) return <Skeleton lines={8} height={30} label="Loading administration" />;
  if (!isAdmin) return <AdministratorsOnly username={check?.user.username} />;
  const chosen = adminTabs.find(({ id }) => id === tab);
  const Content = chosen ? contents[chosen.id] : null;
  return (
    <div className={layout.page}>
      <PageHeader
        // The place says it.
        title={<VisuallyHidden>Administration</VisuallyHidden>}
        icon={ShieldCheck}
        tabs={
          <TabLinks label="Administration">
            {adminTabs.map(({ id, label, icon }) => (
              <AppLink
                key={id}
                href={hrefs.admin(account, id)}
                aria-current={id === tab ? "page" : undefined}
              >
                <Icon of={icon} size={14} /> {label}
              </AppLink>
            ))}
          </TabLinks>
        }
        meta={check ? `Signed in as ${check.user.username}` : null}
      />
      <div className={cx(flow.fillScroll, styles.content)}>
        {Content ? (
          <Suspense fallback={<Skeleton lines={8} height={30} label="Loading" />}>
            <Content account={account} />
          </Suspense>
        ) : (
          <EmptyState icon={Compass} title="Page not found" description="Select a tab above." />
        )}
      </div>
    </div>
  );
}

const AdministratorsOnly = ({ username }: { readonly username: string | undefined }) => (
  <EmptyState
    page
    icon={ShieldX}
    title="Administrators only"
    description={
      <>
        {username ? `${username} is not an administrator of this service. ` : null}
        Users, runners, system hooks, keys and snippet details of the whole service are managed here. Ask an
        administrator of the service, or use an account whose token belongs to one.
      </>
    }
  />
);

/**
 * Returns whether the user of an account is an administrator of its service; null while that is not known. Uses the
 * account's check, or requests the user where there is none yet.
 */
function useIsAdministrator(account: string): {
  readonly isAdmin: boolean | null;
  readonly error: unknown;
  retry(): void;
} {
  const checked = useAccount(account)?.check?.user.is_admin;
  const user = useOperation(getCurrentUser, checked === undefined ? {} : null);
  return {
    isAdmin: checked ?? (user.data ? user.data.is_admin === true : null),
    error: user.error,
    retry: () => void user.refetch(),
  };
}
