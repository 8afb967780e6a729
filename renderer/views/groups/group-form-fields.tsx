import { type Group, listGroupProjects } from "../../../shared/api/resources/groups.ts";
import type { TypedDocument } from "../../../shared/documents/shapes.ts";
import { capitalize } from "../../../shared/text/capitalize.ts";
import { findNameProblem, findPathProblem, proposePath } from "../../../shared/text/group-path.ts";
import { useOperation } from "../../api/use-operation.ts";
import { useAccount } from "../../state/host-state.ts";
import { Select } from "../../ui/forms/select.tsx";
import { Switch } from "../../ui/forms/switch.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { TextArea } from "../../ui/text-completion/text-area.tsx";

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

interface TemplateProjectProps {
  readonly group: Group;
  /** Id of the project, null for none. */
  readonly value: number | null;
  readonly onChange: (value: number) => void;
  readonly error?: string;
}

/** The project of a group whose files are offered as templates. It can be changed, but not taken away again. */
function TemplateProject({ group, value, onChange, error }: TemplateProjectProps) {
  const projects = useOperation(listGroupProjects, {
    id: group.id,
    include_subgroups: true,
    with_shared: false,
    simple: true,
    order_by: "name",
    sort: "asc",
    per_page: 100,
  });
  const none = { value: "", label: "None", disabled: true };
  const options = (projects.data ?? []).map(({ id, path_with_namespace }) => ({
    value: String(id),
    label: path_with_namespace,
  }));
  return (
    <Select
      label="File template project"
      value={value === null ? "" : String(value)}
      onChange={(id) => id && onChange(Number(id))}
      options={value === null ? [none, ...options] : options}
      disabled={options.length === 0}
      hint="Its files are offered as templates for new files in the group's projects (a paid feature of some services)."
      error={error}
    />
  );
}

/** Fields of the form of a group. */
export type GroupFields = NonNullable<TypedDocument<"drafts", "group">["value"]>;

const visibilityOf = (value: string | undefined): GroupFields["visibility"] =>
  value === "public" || value === "internal" ? value : "private";

/** Returns the form of a new group below a parent, or at the top. */
export const blankFields = (parent: Group | null): GroupFields => ({
  name: "",
  path: null,
  description: "",
  visibility: visibilityOf(parent?.visibility),
  lfs: true,
  requestAccess: true,
  template: null,
});

/** Returns the form's fields of an existing group. */
export const fieldsOf = (group: Group): GroupFields => ({
  name: group.name,
  path: group.path,
  description: group.description ?? "",
  visibility: visibilityOf(group.visibility),
  lfs: group.lfs_enabled ?? true,
  requestAccess: group.request_access_enabled ?? true,
  template: group.file_template_project_id ?? null,
});

/** Returns the path of a group in the form: the entered one, else one made of its name. */
export const groupPath = ({ path, name }: GroupFields): string => path ?? proposePath(name);

/** Returns what is wrong with the name and the path, before a request is sent. */
export function findProblems(fields: GroupFields, level: "top" | "below") {
  const sentence = (text: string | null) => (text === null ? null : capitalize(text));
  return {
    name: sentence(findNameProblem(fields.name)),
    path: sentence(findPathProblem(groupPath(fields), level)),
  };
}

/** Returns the fields that were changed, under the interface's names. */
export function toChanges(group: Group, fields: GroupFields) {
  const before = fieldsOf(group);
  const path = groupPath(fields);
  return {
    ...(fields.name === before.name ? {} : { name: fields.name }),
    ...(path === before.path ? {} : { path }),
    ...(fields.description === before.description ? {} : { description: fields.description }),
    ...(fields.visibility === before.visibility ? {} : { visibility: fields.visibility }),
    ...(fields.lfs === before.lfs ? {} : { lfs_enabled: fields.lfs }),
    ...(fields.requestAccess === before.requestAccess
      ? {}
      : { request_access_enabled: fields.requestAccess }),
    ...(fields.template === before.template || fields.template === null
      ? {}
      : { file_template_project_id: fields.template }),
  };
}
