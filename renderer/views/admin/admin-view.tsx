import { lazyRouteComponent, useParams } from "@tanstack/react-router";
import { Compass, ShieldCheck, ShieldX } from "lucide-react";
import { type ComponentType, Suspense } from "react";
import { describeProblem } from "../../api/describe-problem.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccount } from "../../state/host-state.ts";
import { cx } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import flow from "../../ui/flow.module.css";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import styles from "./admin.module.css";
import { type AdminTabId, adminTabs } from "./tabs.ts";
import { useIsAdministrator } from "./use-is-administrator.ts";

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
        title="Administration"
        icon={ShieldCheck}
        meta={check ? `Signed in as ${check.user.username}` : null}
      />
      <TabLinks label="Administration">
        {adminTabs.map(({ id, label, icon }) => (
          <AppLink key={id} href={hrefs.admin(account, id)} aria-current={id === tab ? "page" : undefined}>
            <Icon of={icon} /> {label}
          </AppLink>
        ))}
      </TabLinks>
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
