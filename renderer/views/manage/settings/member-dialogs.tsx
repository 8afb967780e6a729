import { useState } from "react";
import {
  addProjectMember,
  createInvitation,
  type Member,
  updateProjectMember,
} from "../../../../shared/api/resources/members.ts";
import type { UserSummary } from "../../../../shared/api/resources/user-shapes.ts";
import { listUsers } from "../../../../shared/api/resources/users.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import { problemText } from "../../../api/describe-problem.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { useSubmit } from "../../../api/use-submit.ts";
import { useWrite } from "../../../api/use-write.ts";
import { PersonAvatar } from "../../../features/avatars/person-avatar.tsx";
import { Button } from "../../../ui/buttons/button.tsx";
import { Combobox } from "../../../ui/forms/combobox.tsx";
import { SegmentedControl } from "../../../ui/forms/segmented-control.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { FormDialog } from "../../../ui/overlays/form-dialog.tsx";
import { toast } from "../../../ui/overlays/toast.tsx";
import { roleName, rolesUpTo } from "./roles.ts";

interface AddMemberProps {
  readonly project: string;
  /** Level up to which the account may give roles. */
  readonly upTo: number;
  readonly onClose: () => void;
}

/** Adds somebody of the service to a project, or invites an address. */
export function AddMember({ project, upTo, onClose }: AddMemberProps) {
  const add = useWrite(addProjectMember);
  const invite = useWrite(createInvitation);
  const [by, setBy] = useState<"person" | "email">("person");
  const [person, setPerson] = useState<UserSummary | null>(null);
  const [email, setEmail] = useState("");
  const [level, setLevel] = useState("30");
  const [until, setUntil] = useState("");
  const isEmail = /^[^@\s]+@[^@\s]+$/.test(email.trim());
  const submission = useSubmit(
    async () => {
      const role = { access_level: Number(level), expires_at: until || undefined };
      if (by === "person" && person) {
        await add({ id: project, user_id: person.id, ...role });
        toast.success(`${person.name} is a ${roleName(role.access_level).toLowerCase()}`);
      } else {
        const address = email.trim();
        const { status, message } = await invite({ id: project, email: address, ...role });
        if (status !== "success") throw refusal(message);
        toast.success(`Invited ${address}`);
      }
      onClose();
    },
    { fields: ["access_level", "expires_at"] },
  );
  return (
    <FormDialog
      onClose={onClose}
      title="Add member"
      submitLabel={by === "person" ? "Add member" : "Invite"}
      submission={submission}
      isReady={by === "person" ? person !== null : isEmail}
    >
      <SegmentedControl
        label="By"
        value={by}
        onChange={setBy}
        options={[
          { value: "person", label: "Person of this service" },
          { value: "email", label: "Mail address" },
        ]}
      />
      {by === "person" ? (
        <PersonChoice chosen={person} onChoose={setPerson} />
      ) : (
        <TextField
          label="Mail address"
          type="email"
          value={email}
          onChange={setEmail}
          placeholder="ada@example.com"
          hint="A user of the service is a member at once, anybody else once there is a user of this address."
          error={email === "" || isEmail ? undefined : "Enter a mail address."}
        />
      )}
      <RoleFields
        level={level}
        onLevel={setLevel}
        until={until}
        onUntil={setUntil}
        upTo={upTo}
        errorOf={submission.errorOf}
      />
    </FormDialog>
  );
}

/** Returns the error of an invitation that was not sent; the service responds to it as to one that was. */
const refusal = (message: string | Readonly<Record<string, string>> | undefined): ProblemError =>
  new ProblemError({
    code: "invalid_input",
    message:
      typeof message === "string" ? message : Object.values(message ?? {}).join(", ") || "Not invited.",
  });

interface PersonChoiceProps {
  readonly chosen: UserSummary | null;
  readonly onChoose: (person: UserSummary) => void;
}

function PersonChoice({ chosen, onChoose }: PersonChoiceProps) {
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const found = useOperation(
    listUsers,
    open ? { search: query || undefined, active: true, per_page: 30 } : null,
    { keepPrevious: true },
  );
  return (
    <Combobox
      label="People"
      placeholder="Name, user name or mail address"
      trigger={<Button>{chosen ? `${chosen.name} @${chosen.username}` : "Choose a person…"}</Button>}
      items={(found.data ?? []).map((person) => ({
        id: String(person.id),
        label: person.name,
        hint: `@${person.username}`,
        mark: <PersonAvatar person={person} size={18} />,
        person,
      }))}
      loading={found.isFetching}
      problem={problemText(found.error)}
      onQuery={setQuery}
      onOpenChange={setOpen}
      onChoose={({ person }) => onChoose(person)}
      empty="No matches"
    />
  );
}

interface RoleFieldsProps {
  readonly level: string;
  readonly onLevel: (level: string) => void;
  /** ISO day; empty for none. */
  readonly until: string;
  readonly onUntil: (day: string) => void;
  readonly upTo: number;
  readonly errorOf: (field: string) => string | undefined;
}

function RoleFields({ level, onLevel, until, onUntil, upTo, errorOf }: RoleFieldsProps) {
  return (
    <>
      <Select
        label="Role"
        value={level}
        onChange={onLevel}
        options={rolesUpTo(upTo)}
        error={errorOf("access_level")}
      />
      <TextField
        label="Until"
        type="date"
        value={until}
        onChange={onUntil}
        hint="On this day the membership ends. Leave empty for none."
        error={errorOf("expires_at")}
      />
    </>
  );
}

interface EditMemberProps {
  readonly project: string;
  readonly member: Member;
  readonly upTo: number;
  readonly onClose: () => void;
}

/** Changes the role of a member, and when the membership ends. */
export function EditMember({ project, member, upTo, onClose }: EditMemberProps) {
  const write = useWrite(updateProjectMember);
  const [level, setLevel] = useState(String(member.access_level));
  const [until, setUntil] = useState(member.expires_at ?? "");
  const submission = useSubmit(
    async () => {
      await write({ id: project, user_id: member.id, access_level: Number(level), expires_at: until });
      toast.success(`Saved ${member.name}`);
      onClose();
    },
    { fields: ["access_level", "expires_at"] },
  );
  return (
    <FormDialog onClose={onClose} title={`Role of ${member.name}`} submitLabel="Save" submission={submission}>
      <RoleFields
        level={level}
        onLevel={setLevel}
        until={until}
        onUntil={setUntil}
        upTo={upTo}
        errorOf={submission.errorOf}
      />
    </FormDialog>
  );
}
