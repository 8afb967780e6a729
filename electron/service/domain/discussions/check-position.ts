import type { SentPosition } from "../../../../shared/api/resources/discussions.ts";
import type { Repository } from "../../git/repository.ts";
import { badParameter, httpError } from "../../http/http-error.ts";
import { countLines } from "../repository/count-lines.ts";

/** Throws 400 unless a comment's position is a line of its files. */
export async function checkPosition(repository: Repository, position: SentPosition): Promise<void> {
  if (position.position_type === "file") return;
  const { new_line: newLine, old_line: oldLine } = position;
  if (newLine === undefined && oldLine === undefined) throw badParameter("position is invalid");
  const exists = async (line: number | undefined, sha: string, path: string | undefined) =>
    line === undefined || (line >= 1 && line <= (path ? await countLines(repository, sha, path) : 0));
  const valid =
    (await exists(newLine, position.head_sha, position.new_path)) &&
    (await exists(oldLine, position.base_sha, position.old_path));
  if (!valid) {
    throw httpError(
      400,
      `400 Bad request - Note {:line_code=>["can't be blank", "must be a valid line code"]}`,
    );
  }
}
