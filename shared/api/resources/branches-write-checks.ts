import type { Fields } from "../identity/identity.ts";
import {
  creates,
  deletes,
  isUnchanged,
  makes,
  pickFields,
  unseen,
  type WriteCheck,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import { createBranch, deleteBranch, deleteMergedBranches, getBranch } from "./branches.ts";
import { protectBranch, unprotectBranch } from "./protected-branches.ts";

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

/** Checks of the writes of branches and their protection. */
export const branchWriteChecks: WriteChecks = [
  [createBranch, creates(getBranch, pickFields("id", "branch"), branch)],
  [deleteBranch, deletes(getBranch, pickFields("id", "branch"), branch)],
  [deleteMergedBranches, unseen("the service does it later, and which branches are merged is not known")],
  [protectBranch, isProtected(true)],
  [unprotectBranch, isProtected(false)],
];
