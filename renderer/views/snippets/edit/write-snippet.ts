import {
  createProjectSnippet,
  updateProjectSnippet,
} from "../../../../shared/api/resources/project-snippets.ts";
import type { Snippet, SnippetFileChange } from "../../../../shared/api/resources/snippet-shapes.ts";
import { createSnippet, updateSnippet } from "../../../../shared/api/resources/snippets.ts";
import type { useWrite } from "../../../api/use-write.ts";
import type { SnippetAddress } from "../model/snippet-address.ts";
import type { Draft, SnippetContent } from "./content.ts";

type Write = ReturnType<typeof useWrite>;

/** Creates a snippet. A single file is sent as name and content, which services of every version accept. */
export function createWith(
  write: Write,
  project: string | null,
  { title, description, visibility, expires, files }: Omit<SnippetContent, "updatedAt">,
): Promise<Snippet> {
  const [first] = files;
  const one = files.length === 1 && first ? first : null;
  const fields = {
    title,
    visibility,
    ...(description ? { description } : {}),
    ...(expires ? { expires_at: expires } : {}),
    ...(one
      ? { file_name: one.path }
      : { files: files.map(({ path, content }) => ({ file_path: path, content })) }),
  };
  return project === null
    ? write(createSnippet, { ...fields, ...(one ? { content: one.content } : {}) })
    : write(createProjectSnippet, { id: project, ...fields, ...(one ? { code: one.content } : {}) });
}

/** Sends what a draft changes of its base. */
export function updateWith(write: Write, { project, id }: SnippetAddress, draft: Draft): Promise<Snippet> {
  const { content, ...fields } = changesOf(draft);
  return project === null
    ? write(updateSnippet, { id, ...fields, ...(content === undefined ? {} : { content }) })
    : write(updateProjectSnippet, {
        id: project,
        snippet_id: id,
        ...fields,
        ...(content === undefined ? {} : { code: content }),
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
    const same = only.path === before[0]?.path && only.content === before[0]?.content;
    return same ? changed : { ...changed, file_name: only.path, content: only.content };
  }
  const actions = fileChanges(before, files);
  return { ...changed, ...(actions.length === 0 ? {} : { files: actions }) };
}

function fileChanges(before: SnippetContent["files"], now: Draft["files"]): SnippetFileChange[] {
  const deleted = before
    .filter(({ path }) => !now.some(({ previous }) => previous === path))
    .map(({ path }): SnippetFileChange => ({ action: "delete", file_path: path }));
  const written = now.flatMap(({ path, content, previous }): SnippetFileChange[] => {
    if (previous === null) return [{ action: "create", file_path: path, content }];
    if (previous !== path) {
      return [{ action: "move", previous_path: previous, file_path: path, content }];
    }
    const same = before.find((file) => file.path === path)?.content === content;
    return same ? [] : [{ action: "update", file_path: path, content }];
  });
  return [...deleted, ...written];
}
