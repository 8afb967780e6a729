import { useDeferredValue } from "react";
import { createGroup, type Group, getGroup, updateGroup } from "../../../shared/api/resources/groups.ts";
import { folderOf } from "../../../shared/text/paths.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useSubmit } from "../../api/use-submit.ts";
import { useWrite } from "../../api/use-write.ts";
import { useGo } from "../../features/addresses/app-link.tsx";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { DiscardButton } from "../../ui/buttons/discard-button.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { toast } from "../../ui/overlays/toast.tsx";
import {
  blankFields,
  fieldsOf,
  findProblems,
  type GroupFields,
  GroupFormFields,
  groupPath,
  toChanges,
} from "./group-form-fields.tsx";

const drafts = createStoredValues("drafts", "group", null);

interface GroupFormProps {
  readonly account: string;
  /** Group that a new one is created in; null for one at the top. */
  readonly parent: Group | null;
  /** The group that is edited; a new one is created where it is left out. */
  readonly group?: Group;
  readonly onClose: () => void;
}

/** Creates or edits a group. The draft is stored until it is saved or discarded. */
export function GroupForm({ account, parent, group, onClose }: GroupFormProps) {
  const key = `group ${account} ${group ? `edit ${group.id}` : `below ${parent?.id ?? "top"}`}`;
  const { value: draft } = useStoredValue(drafts, key);
  const opened = group ? fieldsOf(group) : blankFields(parent);
  const fields = draft ?? opened;
  const create = useWrite(createGroup);
  const update = useWrite(updateGroup);
  const go = useGo();
  const above = group ? folderOf(group.full_path) : (parent?.full_path ?? "");
  const fullPath = above ? `${above}/${groupPath(fields)}` : groupPath(fields);
  const problems = findProblems(fields, above ? "below" : "top");
  const isOwnPath = group?.full_path.toLowerCase() === fullPath.toLowerCase();
  const isTaken = useTakenPath(problems.path || isOwnPath ? null : fullPath);
  const isChanged = JSON.stringify(fields) !== JSON.stringify(opened);
  const isReady = !problems.name && !problems.path && !isTaken && (isChanged || !group);
  const change = (patch: Partial<GroupFields>) => {
    submission.reset();
    drafts.change(key, () => ({ ...fields, ...patch }));
  };
  const end = () => {
    drafts.change(key, () => null);
    onClose();
  };
  const discard = () => {
    end();
    toast.discarded(group ? `changes to ${group.name}` : "group draft", () =>
      drafts.change(key, (now) => now ?? draft),
    );
  };
  const show = (path: string, replace: boolean) => go(hrefs.group(account, path), { replace });
  const submission = useSubmit(
    async () => {
      if (group) {
        const saved = await update({ id: group.id, ...toChanges(group, fields) });
        toast.success(`Saved ${saved.full_name}`);
        end();
        if (saved.full_path !== group.full_path) show(saved.full_path, true);
      } else {
        const created = await create({
          name: fields.name,
          path: groupPath(fields),
          description: fields.description,
          visibility: fields.visibility,
          lfs_enabled: fields.lfs,
          request_access_enabled: fields.requestAccess,
          parent_id: parent?.id,
        });
        toast.success(`Created ${created.full_name}`);
        end();
        show(created.full_path, false);
      }
    },
    { fields: ["name", "path", "visibility_level"] },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={group ? `Edit ${group.name}` : parent ? `New subgroup in ${parent.name}` : "New group"}
      submitLabel={group ? "Save" : "Create group"}
      actions={draft && isChanged ? <DiscardButton onClick={discard} /> : null}
      submission={submission}
      isReady={isReady}
    >
      <GroupFormFields
        account={account}
        above={above}
        fields={fields}
        problems={problems}
        isTaken={isTaken}
        parent={parent}
        group={group}
        change={change}
        refusalOf={submission.errorOf}
      />
    </FormDialog>
  );
}

/**
 * Returns whether another group has a full path. Only a hint while somebody types: the service decides, also about
 * groups that are hidden. Null requests nothing.
 */
function useTakenPath(fullPath: string | null): boolean {
  const settled = useDeferredValue(fullPath);
  const found = useOperation(getGroup, settled === null ? null : { id: settled, with_projects: false });
  return settled !== null && settled === fullPath && found.data !== undefined && !found.error;
}
