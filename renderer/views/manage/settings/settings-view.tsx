import { Settings2 } from "lucide-react";
import { accessLevels } from "../../../../shared/api/contract/access-levels.ts";
import { getProject, type Project, updateProject } from "../../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { useProjectRoute } from "../../../features/addresses/use-route.ts";
import { useHasAccess } from "../../../features/ci/use-has-access.ts";
import { useFormDraft } from "../../../state/form-draft.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { DiscardButton } from "../../../ui/buttons/discard-button.tsx";
import { Destination } from "../../../ui/forms/destination.tsx";
import { Form, FormFailure } from "../../../ui/forms/form.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { PageHeader } from "../../../ui/panes/page-header.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { TextArea } from "../../../ui/text-completion/text-area.tsx";
import { cx } from "../../../ui/theme/class-names.ts";
import layout from "../../../ui/theme/layout.module.css";
import { OwnerActions } from "./owner-actions.tsx";
import styles from "./project-settings.module.css";
import { FeatureSettings, MergeSettings, VisibilitySetting } from "./setting-sections.tsx";

/** Settings that maintainers decide about, and below them the actions of owners. */
export function ProjectSettingsView() {
  const { account, project: path } = useProjectRoute();
  const found = useOperation(getProject, { id: path });
  const mayChange = useHasAccess(path, accessLevels.maintainer);
  const isOwner = useHasAccess(path, accessLevels.owner);
  const project = found.data;
  return (
    <div className={layout.page}>
      <PageHeader title="Project settings" icon={Settings2} />
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
            {project.archived ? (
              <p>This project is archived. It can be written to again once an owner unarchives it.</p>
            ) : (
              <>
                <GeneralSettings key={project.id} account={account} project={project} isOwner={isOwner} />
                {isOwner ? <VisibilitySetting project={project} /> : null}
                <FeatureSettings project={project} />
                <MergeSettings project={project} />
              </>
            )}
            {isOwner ? <OwnerActions account={account} project={project} /> : null}
          </div>
        </div>
      )}
    </div>
  );
}

interface GeneralSettingsProps {
  readonly account: string;
  readonly project: Project;
  readonly isOwner: boolean;
}

/** Name, description and the two templates; the draft is stored until it is saved. */
function GeneralSettings({ account, project, isOwner }: GeneralSettingsProps) {
  const write = useWrite(updateProject);
  const opened = {
    name: project.name,
    description: project.description ?? "",
    merge: project.merge_commit_template ?? "",
    squash: project.squash_commit_template ?? "",
  };
  const draft = useFormDraft(
    `project-settings ${JSON.stringify([account, project.path_with_namespace])}`,
    opened,
  );
  const { name, description, merge, squash } = draft.fields;
  const changed = <T,>(now: T, before: T): T | undefined => (now === before ? undefined : now);
  const submission = useSubmit(
    async () => {
      await write({
        id: project.id,
        name: changed(name.trim(), opened.name),
        description: changed(description, opened.description),
        merge_commit_template: changed(merge, opened.merge),
        squash_commit_template: changed(squash, opened.squash),
      });
      draft.clear();
      toast.success("Saved the settings");
    },
    { fields: ["name"] },
  );
  return (
    <Section title="General">
      <Form
        submission={submission}
        isReady={draft.isChanged && name.trim() !== ""}
        className={cx(layout.form, styles.form)}
      >
        {isOwner ? (
          <TextField
            label="Name"
            value={name}
            onChange={(next) => draft.change({ name: next })}
            maxLength={255}
            error={submission.errorOf("name")}
          />
        ) : null}
        <TextArea
          label="Description"
          value={description}
          onChange={(next) => draft.change({ description: next })}
          rows={2}
        />
        {project.merge_commit_template === undefined ? null : (
          <TextArea
            label="Template of merge commits"
            mono
            value={merge}
            onChange={(next) => draft.change({ merge: next })}
            maxLength={500}
            hint="Leave empty for the service's own. %{title}, %{description}, %{source_branch} and others are filled in."
          />
        )}
        {project.squash_commit_template === undefined ? null : (
          <TextArea
            label="Template of squash commits"
            mono
            value={squash}
            onChange={(next) => draft.change({ squash: next })}
            maxLength={500}
          />
        )}
        <FormFailure submission={submission} title="The settings were not saved" />
        <Destination />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            loading={submission.isPending}
            aria-disabled={!draft.isChanged || undefined}
          >
            Save
          </Button>
          {draft.isChanged ? (
            <DiscardButton
              disabled={submission.isPending}
              onClick={() => {
                draft.clear();
                toast.discarded("changes to the settings", draft.restore);
              }}
            />
          ) : null}
        </div>
      </Form>
    </Section>
  );
}
