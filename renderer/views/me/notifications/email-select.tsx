import { getCurrentUser } from "../../../../shared/api/resources/users.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Select } from "../../../ui/select.tsx";

interface EmailSelectProps {
  readonly email: string;
  readonly onChange: (email: string) => void;
}

/** The email address of notifications: one of those that the API shows of the user. */
export function EmailSelect({ email, onChange }: EmailSelectProps) {
  const { data: user } = useOperation(getCurrentUser, {});
  const addresses = new Set([email, user?.email ?? "", user?.public_email ?? ""]);
  addresses.delete("");
  const options = [...addresses].map((value) => ({ value, label: value }));
  return (
    <Select
      label="Send to"
      size="s"
      value={email}
      onChange={(chosen) => chosen !== email && onChange(chosen)}
      options={options}
    />
  );
}
