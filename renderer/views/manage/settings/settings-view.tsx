import { lazyRouteComponent } from "@tanstack/react-router";
import { Settings2 } from "lucide-react";
import { type ComponentType, Suspense } from "react";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { getProject, type Project } from "../../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { oneOf } from "../../../features/addresses/search-fields.ts";
import { useAddressSearch } from "../../../features/addresses/use-address-search.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import { useHasAccess } from "../../../features/ci/use-has-access.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Writable } from "../../../ui/forms/destination.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { TabLinks } from "../../../ui/panes/tab-links.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import layout from "../../../ui/theme/layout.module.css";
import { GeneralSettings } from "./general-settings.tsx";
import { OwnerActions } from "./owner-actions.tsx";
import styles from "./project-settings.module.css";
import { FeatureSettings, MergeSettings, VisibilitySetting } from "./setting-sections.tsx";
import { type SettingsTab, settingsTabs } from "./settings-tabs.ts";

interface TabProps {
  readonly account: string;
  readonly project: Project;
}

/** Content of the tabs beside the first one, read when it is opened. */
const contents: Readonly<Record<SettingsTab, ComponentType<TabProps>>> = {
  repository: lazyRouteComponent(() => import("./repository/repository-tab.tsx"), "RepositoryTab"),
  access: lazyRouteComponent(() => import("./access/tokens-tab.tsx"), "TokensTab"),
  webhooks: lazyRouteComponent(() => import("./webhooks/webhooks-tab.tsx"), "WebhooksTab"),
  ci: lazyRouteComponent(() => import("./ci/variables-section.tsx"), "VariablesSection"),
};

const settingsSearch = { tab: oneOf(...settingsTabs.map(({ id }) => id)) };

/** Settings that maintainers decide about, and below them the actions of owners. */
export function ProjectSettingsView() {
  const { account, project: path } = useProjectRoute();
  const [{ tab }] = useAddressSearch(settingsSearch);
  const found = useOperation(getProject, { id: path });
  const mayChange = useHasAccess(path, accessLevels.maintainer);
  const project = found.data;
  const Content = tab ? contents[tab] : GeneralTab;
  return (
    <div className={layout.page}>
      <PageHeader
        title="Project settings"
        icon={Settings2}
        tabs={project && mayChange ? <SettingsTabs account={account} path={path} current={tab} /> : null}
      />
      {!project && found.error ? (
        <ErrorState {...describeProblem(found.error)} onRetry={() => void found.refetch()} />
      ) : !project ? (
        <Skeleton page lines={8} label="Loading the settings" />
      ) : !mayChange ? (
        <EmptyState
          icon={Settings2}
          title="Maintainers change these settings"
          description="Members says who is one."
          actions={
            <Button asChild>
              <AppLink href={hrefs.project(account, path, "members")}>Members</AppLink>
            </Button>
          }
        />
      ) : (
        <div className={layout.sections}>
          <div className={styles.settings}>
            <Suspense fallback={<Skeleton lines={4} label="Loading the settings" />}>
              <Content key={project.id} account={account} project={project} />
            </Suspense>
          </div>
        </div>
      )}
    </div>
  );
}

interface SettingsTabsProps {
  readonly account: string;
  readonly path: string;
  readonly current: SettingsTab | undefined;
}

const SettingsTabs = ({ account, path, current }: SettingsTabsProps) => (
  <TabLinks label="Project settings">
    {[{ id: undefined, label: "General" }, ...settingsTabs].map(({ id, label }) => (
      <AppLink
        key={label}
        href={hrefs.project(account, path, "settings", { tab: id })}
        aria-current={id === current ? "page" : undefined}
      >
        {label}
      </AppLink>
    ))}
  </TabLinks>
);

function GeneralTab({ account, project }: TabProps) {
  const isOwner = useHasAccess(project.path_with_namespace, accessLevels.owner);
  return (
    <>
      <GeneralSettings account={account} project={project} isOwner={isOwner} />
      {isOwner ? <VisibilitySetting project={project} /> : null}
      <FeatureSettings project={project} />
      <MergeSettings project={project} />
      {isOwner ? (
        <Writable>
          <OwnerActions account={account} project={project} />
        </Writable>
      ) : null}
    </>
  );
}
