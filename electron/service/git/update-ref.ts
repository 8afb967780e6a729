import { isLinked } from "./linked-repository.ts";
import { recordRefUpdate } from "./maintenance.ts";
import { isNoObject } from "./refs.ts";
import type { Repository } from "./repository.ts";
import { git } from "./run.ts";

/**
 * Updates a ref of a repository that no user sees yet, such as the sample data's, from `before` to `after`, either of which
 * may be {@link noObject}. Returns false where the ref was not at `before`. All other branches are updated by
 * `domain/branches/update-branch.ts`.
 */
export async function updateRef(
  repository: Repository,
  ref: string,
  after: string,
  before: string,
): Promise<boolean> {
  if (isLinked(repository)) throw new Error("refs of an original are moved by moveRefs alone");
  const args = isNoObject(after) ? ["update-ref", "-d", ref, before] : ["update-ref", ref, after, before];
  const { code } = await git(repository, args, { expect: [0, 1, 128] });
  if (code === 0) recordRefUpdate(repository);
  return code === 0;
}
