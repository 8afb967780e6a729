import { useState } from "react";
import { listUserProjects } from "../../../../shared/api/resources/projects.ts";
import type { User } from "../../../../shared/api/resources/user-shapes.ts";
import { deleteUser } from "../../../../shared/api/resources/users.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.tsx";
import styles from "./users.module.css";

interface DeleteUserDialogProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a user after explaining what happens to their data and asking for their name. */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const [hard, setHard] = useState(false);
  const [typed, setTyped] = useState("");
  const projects = useOperation(listUserProjects, { user_id: user.id, simple: true, per_page: 1 });
  const count = projects.response?.paging.total ?? projects.data?.length;
  const write = useWrite();
  const submission = useSubmit(async () => {
    await write(deleteUser, { id: user.id, ...(hard ? { hard_delete: true } : {}) });
    toast.success(`Deleted ${user.name}`);
    onDeleted();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Delete ${user.name}?`}
      description="This cannot be undone."
      submitLabel={hard ? "Delete user and contributions" : "Delete user"}
      danger
      submission={submission}
      isReady={typed === user.username}
    >
      <Consequences hard={hard} projects={count} />
      <Checkbox
        label="Delete contributions and solely owned groups too"
        description="Instead of keeping them under the ghost user"
        checked={hard}
        onChange={setHard}
      />
      <TextField label={`Type “${user.username}” to confirm`} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}

interface ConsequencesProps {
  readonly hard: boolean;
  /** Number of projects in the user's own namespace; undefined until counted. */
  readonly projects: number | undefined;
}

function Consequences({ hard, projects }: ConsequencesProps) {
  const own =
    projects === undefined
      ? "Projects in their own namespace, with repositories"
      : projects === 0
        ? null
        : `${projects.toLocaleString()} ${projects === 1 ? "project" : "projects"} in their own namespace, with ${projects === 1 ? "its repository" : "repositories"}`;
  const written = "Merge requests, issues, snippets and comments they wrote";
  return (
    <div className={styles.consequences}>
      <h3>Deleted</h3>
      <ul>
        <li>The account, with its tokens, SSH keys, settings and memberships</li>
        {own ? <li>{own}</li> : null}
        {hard ? (
          <>
            <li>{written}</li>
            <li>Groups that nobody else owns, with all their projects, in the background</li>
          </>
        ) : null}
      </ul>
      <h3>Kept</h3>
      <ul>
        {hard ? null : <li>{written}: their author becomes the ghost user</li>}
        <li>Commits in repositories of others</li>
        {hard ? null : (
          <li>Groups that nobody else owns: the service refuses until another owner is named</li>
        )}
      </ul>
    </div>
  );
}
