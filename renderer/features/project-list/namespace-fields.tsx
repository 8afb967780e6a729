import { accessLevels } from "../../../shared/api/contract/access-levels.ts";
import { type Group, listGroups } from "../../../shared/api/resources/groups.ts";
import type { Visibility } from "../../../shared/api/resources/projects.ts";
import { getCurrentUser } from "../../../shared/api/resources/users.ts";
import { useOperation, useOperationAll } from "../../api/use-operation.ts";
import { Select } from "../../ui/forms/select.tsx";

const visibilities = [
  { value: "private", label: "Private", description: "Only members" },
  { value: "internal", label: "Internal", description: "Everyone who is signed in" },
  { value: "public", label: "Public", description: "Everyone" },
] as const;

const ranks: readonly string[] = ["private", "internal", "public"];

/** Returns the narrowest of visibilities; public where there are none. */
export const narrowest = (all: readonly (string | undefined)[]): Visibility =>
  visibilities[Math.min(2, ...all.flatMap((one) => (one === undefined ? [] : [ranks.indexOf(one)])))]
    ?.value ?? "private";

/** Place of a project: the account's own namespace, or a group. */
export interface Namespace {
  /** Full path of a group, or the account's user name. */
  readonly path: string;
  /** Null for the account's own. */
  readonly group: Group | null;
}

/**
 * Returns the namespaces that an account may make projects in, the one of the address unless it is given; none while they are
 * not known.
 */
export function useNamespaces(account?: string): readonly Namespace[] {
  const options = { staleTime: 60_000, ...(account === undefined ? {} : { account }) };
  const user = useOperation(getCurrentUser, {}, options).data;
  // Administrators make projects in all groups, of which they need not be members.
  const which = user?.is_admin ? { all_available: true } : { min_access_level: accessLevels.developer };
  const groups = useOperationAll(listGroups, user ? { ...which, per_page: 100 } : null, options).data;
  const own = user && user.can_create_project !== false ? [{ path: user.username, group: null }] : [];
  const others = (groups ?? [])
    .filter(({ marked_for_deletion_on }) => !marked_for_deletion_on)
    .map((group) => ({ path: group.full_path, group }));
  return [...own, ...others];
}

interface NamespaceSelectProps {
  readonly label?: string;
  readonly namespaces: readonly Namespace[];
  readonly value: string | null;
  readonly onChange: (path: string) => void;
  readonly error?: string | undefined;
}

/** Chooses a namespace by its path. */
export const NamespaceSelect = ({
  label = "Namespace",
  namespaces,
  value,
  onChange,
  error,
}: NamespaceSelectProps) => (
  <Select
    label={label}
    value={value}
    onChange={onChange}
    options={namespaces.map(({ path, group }) => ({
      value: path,
      label: path,
      ...(group === null ? { description: "Your own projects" } : {}),
    }))}
    error={error}
  />
);

interface VisibilitySelectProps {
  readonly value: Visibility;
  readonly onChange: (value: Visibility) => void;
  /** The most visible that it may be. */
  readonly widest: Visibility;
  readonly error?: string | undefined;
  /** Whether another value is sent at once. */
  readonly writes?: boolean;
}

/** Chooses who may see a project; what its group does not allow is disabled. */
export const VisibilitySelect = ({
  value,
  onChange,
  widest,
  error,
  writes = false,
}: VisibilitySelectProps) => (
  <Select
    writes={writes}
    label="Visibility"
    value={value}
    onChange={onChange}
    options={visibilities.map((option, index) => ({ ...option, disabled: index > ranks.indexOf(widest) }))}
    hint={widest === "public" ? undefined : `At most ${widest}, as its group or source.`}
    error={error}
  />
);
