import type { Group } from "../../../shared/api/resources/groups.ts";
import { useAccount } from "../../state/host-state.ts";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { type findProblems, type GroupFields, groupPath } from "./group-fields.ts";
import { TemplateProject } from "./template-project.tsx";

const visibilities = [
  { value: "private", label: "Private", description: "Only members" },
  { value: "internal", label: "Internal", description: "Everyone who is signed in" },
  { value: "public", label: "Public", description: "Everyone" },
] as const;

interface GroupFormFieldsProps {
  readonly account: string;
  /** Full path of the group above, empty at the top. */
  readonly above: string;
  readonly fields: GroupFields;
  readonly problems: ReturnType<typeof findProblems>;
  /** Whether another group has the path. */
  readonly isTaken: boolean;
  /** Returns the service's error for a field, by the service's name for it. */
  readonly refusalOf: (field: string) => string | undefined;
  readonly parent: Group | null;
  readonly group: Group | undefined;
  readonly change: (patch: Partial<GroupFields>) => void;
}

/** The fields of a group's form. */
export function GroupFormFields(props: GroupFormFieldsProps) {
  const { account, above, fields, problems, isTaken, refusalOf, parent, group, change } = props;
  const url = useAccount(account)?.url ?? "";
  const path = groupPath(fields);
  const isStarted = fields.name !== "" || fields.path !== null;
  const errorOf = (...texts: readonly (string | null | undefined)[]) => {
    const text = texts.find(Boolean);
    return text ? { error: text } : {};
  };
  const widest = parent ? visibilities.findIndex(({ value }) => value === parent.visibility) : 2;
  return (
    <>
      <TextField
        label="Name"
        value={fields.name}
        onChange={(name) => change({ name })}
        autoFocus
        maxLength={255}
        {...errorOf(refusalOf("name"), isStarted ? problems.name : null)}
      />
      <TextField
        label="Path"
        value={path}
        onChange={(value) => change({ path: value })}
        maxLength={255}
        spellCheck={false}
        hint={
          group && path !== group.path
            ? "Changes the address of the group and of everything below it."
            : `${url.replace(/\/$/, "")}/${above ? `${above}/` : ""}${path}`
        }
        {...errorOf(
          refusalOf("path"),
          isStarted ? problems.path : null,
          isTaken ? "Another group has this path." : null,
        )}
      />
      <TextArea
        label="Description"
        value={fields.description}
        onChange={(description) => change({ description })}
        rows={2}
      />
      <Select
        label="Visibility"
        value={fields.visibility}
        onChange={(visibility) => change({ visibility })}
        options={visibilities.map((option, index) => ({ ...option, disabled: index > widest }))}
        hint={widest < 2 ? `At most as visible as ${parent?.name}.` : undefined}
        {...errorOf(refusalOf("visibility_level"))}
      />
      <Switch
        label="Large file storage (LFS)"
        description="Projects of the group may keep large files outside of git."
        checked={fields.lfs}
        onChange={(lfs) => change({ lfs })}
      />
      <Switch
        label="Access requests"
        description="People can ask to become members."
        checked={fields.requestAccess}
        onChange={(requestAccess) => change({ requestAccess })}
      />
      {group ? (
        <TemplateProject
          group={group}
          value={fields.template}
          onChange={(template) => change({ template })}
          {...errorOf(refusalOf("file_template_project_id"))}
        />
      ) : null}
    </>
  );
}
