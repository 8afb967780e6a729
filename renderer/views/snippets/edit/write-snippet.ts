import type {
  createProjectSnippet,
  Snippet,
  SnippetFileChange,
  updateProjectSnippet,
} from "../../../../shared/api/resources/project-snippets.ts";
import type { createSnippet, updateSnippet } from "../../../../shared/api/resources/snippets.ts";
import { ProblemError } from "../../../../shared/errors.ts";
import type { Write } from "../../../api/use-write.ts";
import type { SnippetAddress } from "../model/snippet-address.ts";
import type { Draft, SnippetContent, SnippetFileContent } from "./snippet-content.ts";

/** Writes of snippets, of a project or of none. */
export interface SnippetWrites {
  readonly create: Write<typeof createSnippet>;
  readonly createInProject: Write<typeof createProjectSnippet>;
  readonly update: Write<typeof updateSnippet>;
  readonly updateInProject: Write<typeof updateProjectSnippet>;
}

/** Returns whether the interface can write a file: it takes the files of snippets as UTF-8 alone. */
export const isSendable = ({ content, encoding = "utf-8" }: SnippetFileContent): boolean =>
  encoding === "utf-8" && content.isWellFormed();

/** Returns the content of a file as it is sent. Throws ProblemError where other characters of it would change. */
function contentOf(file: SnippetFileContent): string {
  if (isSendable(file)) return file.content;
  throw new ProblemError({
    code: "refused",
    message: `${file.path} is not in UTF-8, and the service takes the files of snippets in UTF-8 alone: all its characters would change. Nothing was saved. Change it with git, or put its text into a new file.`,
    changed: "no",
  });
}

/** Creates a snippet. A single file is sent as name and content, which services of every version accept. */
export function createWith(
  write: Pick<SnippetWrites, "create" | "createInProject">,
  project: string | null,
  { title, description, visibility, expires, files }: Omit<SnippetContent, "updatedAt">,
): Promise<Snippet> {
  const [first] = files;
  const one = files.length === 1 && first ? first : null;
  const fields = {
    title,
    visibility,
    description: description || undefined,
    expires_at: expires || undefined,
    ...(one
      ? { file_name: one.path }
      : { files: files.map((file) => ({ file_path: file.path, content: contentOf(file) })) }),
  };
  return project === null
    ? write.create({ ...fields, content: one ? contentOf(one) : undefined })
    : write.createInProject({ id: project, ...fields, code: one ? contentOf(one) : undefined });
}

/** Sends what a draft changes of its base. */
export function updateWith(
  write: Pick<SnippetWrites, "update" | "updateInProject">,
  { project, id }: SnippetAddress,
  draft: Draft,
): Promise<Snippet> {
  const { content, ...fields } = changesOf(draft);
  return project === null
    ? write.update({ id, ...fields, content })
    : write.updateInProject({
        id: project,
        snippet_id: id,
        ...fields,
        code: content,
      });
}

/** Fields of an update. */
interface Changes {
  readonly title?: string;
  readonly description?: string;
  readonly visibility?: Draft["visibility"];
  readonly expires_at?: string;
  readonly file_name?: string;
  readonly content?: string;
  readonly files?: SnippetFileChange[];
}

/** Returns the fields of an update: only what is other than in the base. */
export function changesOf({ base, files, ...now }: Draft): Changes {
  const changed = {
    ...(now.title === base?.title ? {} : { title: now.title }),
    ...(now.description === base?.description ? {} : { description: now.description }),
    ...(now.visibility === base?.visibility ? {} : { visibility: now.visibility }),
    ...(now.expires === base?.expires ? {} : { expires_at: now.expires }),
  };
  const before = base?.files ?? [];
  const [only] = files;
  if (before.length === 1 && files.length === 1 && only) {
    const isSameText = only.content === before[0]?.content;
    if (isSameText && only.path === before[0]?.path) return changed;
    const content = isSameText && !isSendable(only) ? {} : { content: contentOf(only) };
    return { ...changed, file_name: only.path, ...content };
  }
  const actions = fileChanges(before, files);
  return { ...changed, ...(actions.length === 0 ? {} : { files: actions }) };
}

function fileChanges(before: SnippetContent["files"], now: Draft["files"]): SnippetFileChange[] {
  const deleted = before
    .filter(({ path }) => !now.some(({ previous }) => previous === path))
    .map(({ path }): SnippetFileChange => ({ action: "delete", file_path: path }));
  const written = now.flatMap((file): SnippetFileChange[] => {
    const { path, previous } = file;
    if (previous === null) return [{ action: "create", file_path: path, content: contentOf(file) }];
    const isSame = before.find((each) => each.path === previous)?.content === file.content;
    if (previous !== path) {
      const content = isSame && !isSendable(file) ? {} : { content: contentOf(file) };
      return [{ action: "move", previous_path: previous, file_path: path, ...content }];
    }
    return isSame ? [] : [{ action: "update", file_path: path, content: contentOf(file) }];
  });
  return [...deleted, ...written];
}
