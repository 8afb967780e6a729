import type { PushRequest } from "../../git/transport/push-request.ts";
import { accessLevels } from "../../store/access-levels.ts";
import { findMovedProject } from "../../store/groups/former-paths.ts";
import { findProjectByPath, type Project } from "../../store/projects/projects.ts";
import type { Store } from "../../store/store.ts";
import { accessLevel, type Caller, mayReadCode, maySeeProject } from "../access/access-level.ts";
import { type PushPlan, planPush, refusedOption } from "../branches/receive-push.ts";
import { isAvailable } from "../originals/original-state.ts";
import { watchOf } from "../originals/watch-originals.ts";
import { afterWikiPush, wikiPushRules } from "../wiki/push.ts";
import { ensureWiki } from "../wiki/repository.ts";

/** The programs that git's clients name: one for clones and fetches, one for pushes. */
export type TransportTool = "git-upload-pack" | "git-receive-pack";

/** A repository that a client of git may read or push to. */
export interface OpenedRepository {
  readonly folder: string;
  readonly planPush: (push: Pick<PushRequest, "commands" | "options">) => Promise<PushPlan>;
}

/** Refusal to open a repository: `credentials` where a token may help, else the status and text of the response. */
export type TransportRefusal = "credentials" | { readonly status: 403 | 404; readonly text: string };

/**
 * Returns the repository of a project's path, or of its wiki's (`<project>.wiki`), for a clone, fetch or push; else why
 * not. Guests of a private project see it and its wiki, not its code.
 */
export async function openForTransport(
  { store, user }: Caller,
  path: string,
  tool: TransportTool,
): Promise<OpenedRepository | { readonly refusal: TransportRefusal }> {
  const { project, isWiki } = findRepository(store, path);
  if (!project || !maySeeProject(store, user, project)) {
    return user ? refuse(404, "The project you were looking for could not be found.") : needsCredentials;
  }
  if (!isWiki && !mayReadCode(store, user, project)) {
    return refuse(403, "You are not allowed to download code from this project.");
  }
  if (tool === "git-receive-pack") {
    if (!user) return needsCredentials;
    if (project.archived || accessLevel(store, user, project) < accessLevels.developer) {
      const target = isWiki ? "to the wiki of" : "code to";
      return refuse(403, `You are not allowed to push ${target} this project.`);
    }
  }
  if (isWiki) {
    const planWikiPush: OpenedRepository["planPush"] = async ({ commands, options }) => {
      const { refused, ...rules } = wikiPushRules(accessLevel(store, user, project), commands);
      return {
        ...rules,
        refused: refused ?? refusedOption(options),
        finish: () => afterWikiPush(store, project, commands),
      };
    };
    return { folder: (await ensureWiki(project)).folder, planPush: planWikiPush };
  }
  const watch = watchOf(store);
  await (tool === "git-receive-pack" ? watch.observeAndFollow(project.id) : watch.observe(project.id));
  if (!(await isAvailable(store, project.id)))
    return refuse(404, "The folder of this repository is not there.");
  return {
    folder: project.repositoryPath,
    planPush: (push) => planPush(store, project, user, push),
  };
}

const needsCredentials = { refusal: "credentials" } as const;

const refuse = (status: 403 | 404, text: string) => ({ refusal: { status, text } });

function findRepository(store: Store, path: string): { project: Project | null; isWiki: boolean } {
  const find = (fullPath: string) => findProjectByPath(store, fullPath) ?? findMovedProject(store, fullPath);
  const project = find(path);
  if (project || !path.endsWith(".wiki")) return { project, isWiki: false };
  return { project: find(path.slice(0, -".wiki".length)), isWiki: true };
}
