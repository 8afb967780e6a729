import { Archive, ArchiveRestore, FolderInput, PencilLine, Send, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  archiveProject,
  deleteProject,
  moveProject,
  unarchiveProject,
} from "../../../../shared/api/resources/project-actions.ts";
import { type Project, updateProject } from "../../../../shared/api/resources/projects.ts";
import { findPathProblem } from "../../../../shared/text/group-path.ts";
import { folderOf } from "../../../../shared/text/paths.ts";
import { describeProblem, failureOf } from "../../../api/describe-problem.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { AppLink, useGo } from "../../../features/addresses/app-link.tsx";
import { hrefs } from "../../../features/addresses/hrefs.ts";
import { NamespaceSelect, useNamespaces } from "../../../features/project-list/namespace-fields.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { Icon } from "../../../ui/marks/icon.tsx";
import { confirm } from "../../../ui/overlays/confirm.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { Section } from "../../../ui/panes/section.tsx";
import layout from "../../../ui/theme/layout.module.css";
import styles from "./project-settings.module.css";

interface OwnerActionsProps {
  readonly account: string;
  readonly project: Project;
}

/** Actions of owners on a project as a whole: its address, its place, and its end. */
export function OwnerActions({ account, project }: OwnerActionsProps) {
  const [dialog, setDialog] = useState<"path" | "transfer" | null>(null);
  const archive = useArchive(project);
  const remove = useDelete(account, project);
  const close = () => setDialog(null);
  return (
    <Section title="Owners">
      <div className={styles.rows}>
        <Action text="Change the path" note={`Its address is ${project.path_with_namespace} now.`}>
          <Button icon={PencilLine} onClick={() => setDialog("path")}>
            Change path…
          </Button>
        </Action>
        <Action text="Move to another group" note="Members of that group get access by it.">
          <Button icon={FolderInput} onClick={() => setDialog("transfer")}>
            Transfer…
          </Button>
        </Action>
        <Action
          text="Publish to another service"
          note="A copy with its history; this project stays as it is."
        >
          <Button asChild>
            <AppLink href={hrefs.publishes({ from: account, project: project.path_with_namespace })}>
              <Icon of={Send} /> Publish to a service…
            </AppLink>
          </Button>
        </Action>
        <Action
          text={project.archived ? "Let it be written to again" : "Make it read-only for everyone"}
          note={project.archived ? "It is archived." : "It can be unarchived at any time."}
        >
          <Button
            writes
            icon={project.archived ? ArchiveRestore : Archive}
            onClick={() => void archive(project.archived !== true)}
          >
            {project.archived ? "Unarchive" : "Archive…"}
          </Button>
        </Action>
        <Action text="Delete the project" note="With its repository, merge requests, pipelines and wiki.">
          <Button writes icon={Trash2} variant="danger" onClick={() => void remove()}>
            Delete project…
          </Button>
        </Action>
      </div>
      {dialog === "path" ? <ChangePath account={account} project={project} onClose={close} /> : null}
      {dialog === "transfer" ? <Transfer account={account} project={project} onClose={close} /> : null}
    </Section>
  );
}

interface ActionProps {
  readonly text: string;
  readonly note: string;
  readonly children: ReactNode;
}

const Action = ({ text, note, children }: ActionProps) => (
  <div className={styles.action}>
    <div>
      <p>{text}</p>
      <p className={layout.small}>{note}</p>
    </div>
    {children}
  </div>
);

/** Returns a function that archives a project after a confirmation, or unarchives it. */
function useArchive({ id, name }: Project): (archives: boolean) => Promise<void> {
  const archive = useWrite(archiveProject);
  const unarchive = useWrite(unarchiveProject);
  return async (archives) => {
    if (archives) {
      const isDone = await confirm({
        title: `Archive ${name}?`,
        description: "Nobody can push, comment or change anything in it until it is unarchived.",
        confirmLabel: "Archive project",
        failureTitle: `${name} was not archived`,
        attempt: () => failureOf(archive({ id })),
      });
      if (isDone) toast.success(`Archived ${name}`);
      return;
    }
    try {
      await unarchive({ id });
      toast.success(`Unarchived ${name}`);
    } catch (error) {
      toast.problem(`${name} was not unarchived`, describeProblem(error));
    }
  };
}

/** Returns a function that deletes a project after its path was typed. */
function useDelete(account: string, project: Project): () => Promise<void> {
  const write = useWrite(deleteProject);
  const go = useGo();
  const { path_with_namespace: path, forks_count: forks } = project;
  return async () => {
    const isDone = await confirm({
      title: `Delete ${project.name}?`,
      description: `This deletes ${path} with its repository, merge requests, pipelines, wiki and snippets, for everyone${forks > 0 ? `. Its ${forks.toLocaleString()} ${forks === 1 ? "fork stays" : "forks stay"}` : ""}. It cannot be undone here.`,
      confirmLabel: "Delete project",
      danger: true,
      requireText: path,
      failureTitle: `${path} was not deleted`,
      attempt: () => failureOf(write({ id: project.id })),
    });
    if (!isDone) return;
    toast.success(`Deleted ${path}`);
    go(hrefs.projects(account), { replace: true });
  };
}

interface DialogProps extends OwnerActionsProps {
  readonly onClose: () => void;
}

/** Changes the last part of a project's address; the former one is redirected by the service. */
function ChangePath({ account, project, onClose }: DialogProps) {
  const write = useWrite(updateProject);
  const go = useGo();
  const [path, setPath] = useState(project.path);
  const problem = findPathProblem(path, "below");
  const submission = useSubmit(
    async () => {
      const saved = await write({ id: project.id, path });
      toast.success(`The address is ${saved.path_with_namespace}`);
      onClose();
      go(hrefs.project(account, saved.path_with_namespace, "settings"), { replace: true });
    },
    { fields: ["path"] },
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Change path"
      description="Clones and links use the new address. The service redirects the former one until another project takes it."
      submitLabel="Change path"
      submission={submission}
      isReady={problem === null && path !== project.path}
    >
      <TextField
        label="Path"
        mono
        value={path}
        onChange={setPath}
        autoFocus
        maxLength={255}
        hint={`${folderOf(project.path_with_namespace)}/${path}`}
        error={submission.errorOf("path") ?? problem ?? undefined}
      />
    </FormDialog>
  );
}

/** Moves a project into another group, or to the account's own projects. */
function Transfer({ account, project, onClose }: DialogProps) {
  const write = useWrite(moveProject);
  const go = useGo();
  const present = folderOf(project.path_with_namespace);
  const namespaces = useNamespaces().filter(({ path }) => path !== present);
  const [chosen, setChosen] = useState<string | null>(null);
  const submission = useSubmit(async () => {
    if (chosen === null) return;
    const moved = await write({ id: project.id, namespace: chosen });
    toast.success(`Moved to ${moved.path_with_namespace}`);
    onClose();
    go(hrefs.project(account, moved.path_with_namespace, "settings"), { replace: true });
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Transfer ${project.name}`}
      description={
        chosen === null
          ? `It is in ${present} now.`
          : `Its address changes to ${chosen}/${project.path}. A project that is more visible than the group gets the group's visibility.`
      }
      submitLabel="Transfer project"
      submission={submission}
      isReady={chosen !== null}
    >
      <NamespaceSelect label="To" namespaces={namespaces} value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}
