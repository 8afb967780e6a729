import { type Group, getGroup, listGroups } from "../../../shared/api/resources/groups.ts";
import { getProject } from "../../../shared/api/resources/projects.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { AppLink } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useAccount } from "../../state/host-state.ts";
import { CopyableText, FieldList, onOff } from "../../ui/lists/field-list.tsx";
import { Section } from "../../ui/panes/section.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import flow from "../../ui/theme/flow.module.css";
import layout from "../../ui/theme/layout.module.css";
import { formatBytes } from "../../ui/values/format-bytes.ts";
import styles from "./groups.module.css";

const visibilityTexts: Readonly<Record<string, string>> = {
  private: "Private: only members",
  internal: "Internal: everyone who is signed in",
  public: "Public: everyone",
};

/** Every field of a group that the service returns. */
export function AllGroupFields({ account, group }: { readonly account: string; readonly group: Group }) {
  const isAdmin = useAccount(account)?.check?.user.is_admin === true;
  const about = [
    { name: "Full path", value: <CopyableText text={group.full_path} /> },
    { name: "ID", value: <CopyableText text={String(group.id)} /> },
    { name: "Description", value: group.description || null },
    { name: "Visibility", value: visibilityTexts[group.visibility] ?? group.visibility },
    {
      name: "Parent",
      value: group.parent_id === null ? "None" : <Parent account={account} id={group.parent_id} />,
    },
    { name: "Web address", value: group.web_url ? <CopyableText text={group.web_url} /> : null },
    { name: "Deletion requested", value: group.marked_for_deletion_on },
  ];
  const template = group.file_template_project_id;
  const features = [
    { name: "Large file storage (LFS)", value: onOff(group.lfs_enabled) },
    { name: "Access requests", value: onOff(group.request_access_enabled) },
    {
      name: "File template project",
      value: template ? <TemplateProjectLink account={account} id={template} /> : "None",
    },
  ];
  return (
    <div className={cx(flow.fillScroll, styles.details)}>
      <Section title="About">
        <FieldList fields={about} />
      </Section>
      <Section title="Features">
        <FieldList fields={features} />
      </Section>
      {isAdmin ? <Statistics group={group} /> : null}
      {group.custom_attributes ? (
        <Section title="Custom attributes" description="Only administrators see them.">
          {group.custom_attributes.length === 0 ? (
            <p className={layout.muted}>No custom attributes</p>
          ) : (
            <FieldList fields={group.custom_attributes.map(({ key, value }) => ({ name: key, value }))} />
          )}
        </Section>
      ) : null}
    </div>
  );
}

function Parent({ account, id }: { readonly account: string; readonly id: number }) {
  const { data } = useOperation(getGroup, { id, with_projects: false });
  if (!data) return `Group ${id}`;
  return <AppLink href={hrefs.group(account, data.full_path)}>{data.full_name}</AppLink>;
}

function TemplateProjectLink({ account, id }: { readonly account: string; readonly id: number }) {
  const { data } = useOperation(getProject, { id });
  if (!data) return `Project ${id}`;
  return (
    <AppLink href={hrefs.project(account, data.path_with_namespace)}>{data.path_with_namespace}</AppLink>
  );
}

/** The statistics of a group are part of lists only, so the group is searched by its path. */
function Statistics({ group }: { readonly group: Group }) {
  const list = useOperationAll(listGroups, {
    search: group.path,
    statistics: true,
    all_available: true,
    per_page: 100,
  });
  const statistics = list.data?.find(({ id }) => id === group.id)?.statistics;
  return (
    <Section title="Storage" description="Of all projects of the group. Only administrators see it.">
      {statistics ? (
        <FieldList
          fields={[
            { name: "Total", value: formatBytes(statistics.storage_size) },
            { name: "Repositories", value: formatBytes(statistics.repository_size) },
            { name: "LFS objects", value: formatBytes(statistics.lfs_objects_size) },
            { name: "Job artifacts", value: formatBytes(statistics.job_artifacts_size) },
          ]}
        />
      ) : (
        <p className={layout.muted}>{list.isPending ? "Counting…" : "Not counted by the service."}</p>
      )}
    </Section>
  );
}
