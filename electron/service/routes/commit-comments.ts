import { createCommitComment, listCommitComments } from "../../../shared/api/resources/commits.ts";
import { requireReadableProject } from "../domain/access/require-project.ts";
import { readCommit } from "../git/history/commits.ts";
import type { Repository } from "../git/repository.ts";
import { unauthorized } from "../http/http-error.ts";
import { implement } from "../http/implement.ts";
import { mapPage, pageOf } from "../http/paging.ts";
import { toCommitComment } from "../presenters/commit-comment.ts";
import { insertCommitComment, listCommitComments as readComments } from "../store/review/commit-comments.ts";
import { requireCommit } from "./commits.ts";

/** Returns whether a commit's version of a file (its parent's, for `old`) has a line of this number. */
async function hasLine(
  repository: Repository,
  sha: string,
  path: string,
  line: number,
  side: "new" | "old",
): Promise<boolean> {
  const commit = side === "new" ? sha : (await readCommit(repository, sha)).parents[0];
  const blob = commit && !path.includes("\0") ? await repository.objects.read(`${commit}:${path}`) : null;
  if (blob?.type !== "blob") return false;
  const lines = blob.content.toString("latin1").split("\n");
  const count = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  return line >= 1 && line <= count;
}

export const commitCommentRoutes = [
  implement(listCommitComments, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    const sha = await requireCommit(context, project, input.sha);
    const comments = readComments(context.store, project.id, sha);
    return mapPage(pageOf(context, comments), (comment) => toCommitComment(context, comment));
  }),
  implement(createCommitComment, async (input, context) => {
    const project = requireReadableProject(context, input.id);
    if (!context.user) throw unauthorized();
    const repository = context.repository(project);
    const sha = await requireCommit(context, project, input.sha);
    const { path, line } = input;
    const side = input.line_type ?? "new";
    // A line that does not exist makes it a comment on the whole commit (Commits › Comment on a commit).
    const placed =
      path !== undefined && line !== undefined && (await hasLine(repository, sha, path, line, side));
    const comment = {
      authorId: context.user.id,
      note: input.note,
      path: placed ? path : null,
      line: placed ? line : null,
      lineType: placed ? side : null,
      createdAt: new Date().toISOString(),
    };
    insertCommitComment(context.store, project.id, sha, comment);
    return toCommitComment(context, comment);
  }),
];
