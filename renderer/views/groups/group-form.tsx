import { useState } from "react";
import { z } from "zod";
import { createGroup, type Group, updateGroup } from "../../../shared/api/resources/groups.ts";
import { describeProblem, type ErrorStateProps } from "../../api/describe-problem.ts";
import { toProblem } from "../../api/host.ts";
import { useWrite } from "../../api/use-write.ts";
import { hrefs } from "../../features/addresses/hrefs.ts";
import { useGo } from "../../features/addresses/use-go.ts";
import { createStoredValues, useStoredValue } from "../../state/stored-value.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { toast } from "../../ui/toast.tsx";
import {
  blankFields,
  fieldsOf,
  findProblems,
  type GroupFields,
  groupFields,
  pathOf,
  toChanges,
} from "./group-fields.ts";
import { GroupFormFields } from "./group-form-fields.tsx";
import styles from "./groups.module.css";
import { useTakenPath } from "./use-taken-path.ts";

const drafts = createStoredValues("drafts", "group", groupFields.nullable(), null);
const refusedFields = z.record(z.string(), z.array(z.string()));

interface GroupFormProps {
  readonly account: string;
  /** Group that a new one is created in; null for one at the top. */
  readonly parent: Group | null;
  /** The group that is edited; a new one is created where it is left out. */
  readonly group?: Group;
  readonly onClose: () => void;
}

/** Creates or edits a group. What was typed is kept until it is saved or discarded. */
export function GroupForm({ account, parent, group, onClose }: GroupFormProps) {
  const key = `group ${account} ${group ? `edit ${group.id}` : `below ${parent?.id ?? "top"}`}`;
  const { value: draft } = useStoredValue(drafts, key);
  const opened = group ? fieldsOf(group) : blankFields(parent);
  const fields = draft ?? opened;
  const write = useWrite();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{
    readonly looks: ErrorStateProps;
    readonly fields: Readonly<Record<string, readonly string[]>>;
  } | null>(null);
  const above = group ? group.full_path.split("/").slice(0, -1).join("/") : (parent?.full_path ?? "");
  const fullPath = above ? `${above}/${pathOf(fields)}` : pathOf(fields);
  const problems = findProblems(fields, above ? "below" : "top");
  const isOwnPath = group?.full_path.toLowerCase() === fullPath.toLowerCase();
  const isTaken = useTakenPath(problems.path || isOwnPath ? null : fullPath);
  const isChanged = JSON.stringify(fields) !== JSON.stringify(opened);
  const isReady = !problems.name && !problems.path && !isTaken && (isChanged || !group);
  const change = (patch: Partial<GroupFields>) => {
    setFailure(null);
    drafts.change(key, () => ({ ...fields, ...patch }));
  };
  const end = () => {
    drafts.change(key, () => null);
    onClose();
  };
  const show = (path: string, replace: boolean) => go(hrefs.group(account, path), { replace });
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      if (group) {
        const saved = await write(updateGroup, { id: group.id, ...toChanges(group, fields) });
        toast.success(`Saved ${saved.full_name}`);
        end();
        if (saved.full_path !== group.full_path) show(saved.full_path, true);
      } else {
        const created = await write(createGroup, {
          name: fields.name,
          path: pathOf(fields),
          description: fields.description,
          visibility: fields.visibility,
          lfs_enabled: fields.lfs,
          request_access_enabled: fields.requestAccess,
          ...(parent ? { parent_id: parent.id } : {}),
        });
        toast.success(`Created ${created.full_name}`);
        end();
        show(created.full_path, false);
      }
    } catch (error) {
      const refused = refusedFields.safeParse(toProblem(error).fields ?? {});
      setFailure({ looks: describeProblem(error), fields: refused.success ? refused.data : {} });
    } finally {
      setBusy(false);
    }
  };
  const isShownByField = ["name", "path", "visibility_level"].some((name) => failure?.fields[name]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={group ? `Edit ${group.name}` : parent ? `New subgroup in ${parent.name}` : "New group"}
      actions={
        <>
          {draft && isChanged ? (
            <Button variant="ghost" onClick={end}>
              Discard
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" loading={busy} disabled={!isReady} onClick={() => void save()}>
            {group ? "Save" : "Create group"}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !busy) void save();
        }}
      >
        <GroupFormFields
          {...{ account, above, fields, problems, isTaken, parent, group, change }}
          refused={failure?.fields ?? {}}
        />
        {failure && !isShownByField ? <ErrorState compact {...failure.looks} /> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}
