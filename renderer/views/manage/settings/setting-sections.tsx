import { getGroup } from "../../../../shared/api/resources/groups.ts";
import { type Project, updateProject, type Visibility } from "../../../../shared/api/resources/projects.ts";
import { describeProblem } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Select } from "../../../ui/forms/select.tsx";
import { Switch } from "../../../ui/forms/switch.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import { narrowest, VisibilitySelect } from "./namespace-fields.tsx";
import styles from "./project-settings.module.css";

interface SectionProps {
  readonly project: Project;
}

/** Returns a function that changes settings of a project at once, and says so where that fails. */
function useChange({ id }: Project) {
  const write = useWrite(updateProject);
  return async (changes: Omit<Parameters<typeof write>[0], "id">): Promise<void> => {
    try {
      await write({ id, ...changes });
    } catch (error) {
      toast.problem("The setting was not changed", describeProblem(error));
    }
  };
}

/** Who may see the project; making it visible to more people is confirmed. */
export function VisibilitySetting({ project }: SectionProps) {
  const change = useChange(project);
  const inGroup = project.namespace?.kind === "group" ? project.namespace.full_path : null;
  const group = useOperation(getGroup, inGroup === null ? null : { id: inGroup, with_projects: false }).data;
  const value = narrowest([project.visibility]);
  const set = async (next: Visibility) => {
    const widens = narrowest([next, value]) === value && next !== value;
    if (
      widens &&
      !(await confirm({
        title: `Make ${project.name} ${next}?`,
        description:
          next === "public"
            ? "Everyone can read its code, merge requests and wiki, without an account."
            : "Everyone who is signed in can read its code, merge requests and wiki.",
        confirmLabel: `Make ${next}`,
      }))
    )
      return;
    await change({ visibility: next });
  };
  return (
    <Section title="Visibility">
      <div className={styles.form}>
        <VisibilitySelect
          writes
          value={value}
          onChange={(next) => void set(next)}
          widest={narrowest([group?.visibility])}
        />
      </div>
    </Section>
  );
}

const features = [
  { field: "issues_enabled", label: "Issues" },
  { field: "merge_requests_enabled", label: "Merge requests" },
  { field: "jobs_enabled", label: "CI jobs" },
  { field: "wiki_enabled", label: "Wiki" },
  { field: "snippets_enabled", label: "Snippets" },
] as const;

/** Parts of the project that can be switched off. */
export function FeatureSettings({ project }: SectionProps) {
  const change = useChange(project);
  // A service that does not send a setting does not have it.
  const known = features.filter(({ field }) => project[field] !== undefined);
  return (
    <Section title="Features" description="What is switched off keeps its content, and nobody sees it.">
      <div className={styles.rows}>
        {known.map(({ field, label }) => (
          <Switch
            writes
            key={field}
            label={label}
            checked={project[field] === true}
            onChange={(next) => void change({ [field]: next })}
          />
        ))}
      </div>
    </Section>
  );
}

const methods = [
  { value: "merge", label: "Merge commit", description: "Every merge has a commit of its own" },
  {
    value: "rebase_merge",
    label: "Merge commit with semi-linear history",
    description: "Only what was rebased is merged",
  },
  { value: "ff", label: "Fast-forward", description: "No merge commits; only what was rebased is merged" },
] as const;

const squashOptions = [
  { value: "never", label: "Do not allow" },
  { value: "default_off", label: "Allow" },
  { value: "default_on", label: "Encourage", description: "Selected for new merge requests" },
  { value: "always", label: "Require" },
] as const;

const requirements = [
  { field: "only_allow_merge_if_pipeline_succeeds", label: "Pipelines must succeed" },
  { field: "allow_merge_on_skipped_pipeline", label: "Skipped pipelines count as passed" },
  { field: "only_allow_merge_if_all_discussions_are_resolved", label: "Threads must be resolved" },
  { field: "merge_trains_enabled", label: "Merge trains" },
] as const;

/** Settings of how merge requests are merged, and what they need. */
export function MergeSettings({ project }: SectionProps) {
  const change = useChange(project);
  if (project.merge_requests_enabled === false) return null;
  const known = requirements.filter(({ field }) => project[field] !== undefined);
  const method = methods.find(({ value }) => value === project.merge_method)?.value;
  const squash = squashOptions.find(({ value }) => value === project.squash_option)?.value;
  return (
    <Section title="Merging">
      <div className={styles.rows}>
        {method === undefined ? null : (
          <Select
            writes
            className={styles.form ?? ""}
            label="Merge method"
            value={method}
            onChange={(next) => void change({ merge_method: next })}
            options={methods}
          />
        )}
        {squash === undefined ? null : (
          <Select
            writes
            className={styles.form ?? ""}
            label="Squash commits"
            value={squash}
            onChange={(next) => void change({ squash_option: next })}
            options={squashOptions}
          />
        )}
        {known.map(({ field, label }) => (
          <Switch
            writes
            key={field}
            label={label}
            checked={project[field] === true}
            onChange={(next) => void change({ [field]: next })}
          />
        ))}
      </div>
    </Section>
  );
}
