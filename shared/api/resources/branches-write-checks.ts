import type { Fields } from "../identity/identity.ts";
import {
  creates,
  deletes,
  isFields,
  isUnchanged,
  makes,
  pickFields,
  unseen,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import { createBranch, deleteBranch, deleteMergedBranches, getBranch } from "./branches.ts";
import {
  getProtectedBranch,
  protectBranch,
  unprotectBranch,
  updateProtectedBranch,
} from "./protected-branches.ts";

const branch = ({ branch: name }: Fields) => `Branch ${name}`;

const isProtected = (expected: boolean): WriteCheck =>
  makes(
    getBranch,
    ({ id, name }) => ({ id, branch: name }),
    // A rule of a pattern protects it as well.
    (found, _, { before }) => {
      if (typeof found.protected !== "boolean") return null;
      if (found.protected !== expected) return expected ? false : null;
      return expected && isUnchanged(found, ["protected"], before) ? null : true;
    },
    ({ name }) => {
      const sentences = [`Branch ${name} is protected.`, `Branch ${name} is not protected.`] as const;
      return expected ? sentences : [sentences[1], sentences[0]];
    },
  );

/** Returns whether a list of levels has each that was sent, and none that was removed. */
const hasLevels = (found: unknown, changes: unknown): boolean =>
  Array.isArray(found) &&
  Array.isArray(changes) &&
  changes.every((change) => {
    const isThere = found.some(
      (level) =>
        isFields(level) &&
        isFields(change) &&
        (change.id === undefined || level.id === change.id) &&
        (change.access_level === undefined || level.access_level === change.access_level),
    );
    return isFields(change) && change._destroy === true ? !isThere : isThere;
  });

/** Checks of the writes of branches and their protection. */
export const branchWriteChecks: WriteChecks = [
  [createBranch, creates(getBranch, pickFields("id", "branch"), branch)],
  [deleteBranch, deletes(getBranch, pickFields("id", "branch"), branch)],
  [deleteMergedBranches, unseen("the service does it later, and which branches are merged is not known")],
  [protectBranch, isProtected(true)],
  [unprotectBranch, isProtected(false)],
  [
    updateProtectedBranch,
    makes(
      getProtectedBranch,
      pickFields("id", "name"),
      (found, { allowed_to_push, allowed_to_merge, allowed_to_unprotect, ...settings }, { before }) => {
        const names = ["allow_force_push", "code_owner_approval_required"] as const;
        const levels = [
          ["push_access_levels", allowed_to_push],
          ["merge_access_levels", allowed_to_merge],
          ["unprotect_access_levels", allowed_to_unprotect],
        ] as const;
        const changed = [
          ...names.filter((name) => settings[name] !== undefined),
          ...levels.flatMap(([name, changes]) => (changes === undefined ? [] : [name])),
        ];
        if (isUnchanged(found, changed, before)) return false;
        const isSet =
          names.every((name) => settings[name] === undefined || settings[name] === found[name]) &&
          levels.every(([name, changes]) => changes === undefined || hasLevels(found[name], changes));
        return isSet ? true : null;
      },
      ({ name }) => [
        `The protection of ${name} has the new values.`,
        `The protection of ${name} does not have the new values.`,
      ],
    ),
  ],
];
