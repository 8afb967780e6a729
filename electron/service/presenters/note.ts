import { position as positionShape } from "../../../shared/api/resources/discussions.ts";
import type { NoteDetails } from "../domain/discussions/notes.ts";
import type { ReactionDetails } from "../domain/discussions/reactions.ts";
import type { Links } from "../http/implement.ts";
import type { Snippet } from "../store/review/snippets.ts";
import { toUserOrNull, toUserSummary } from "./user.ts";

/** Returns a note as the API represents it. */
export const toNote = (links: Links, { note, noteable, author }: NoteDetails) => ({
  id: note.id,
  type: note.type,
  body: note.body,
  attachment: null,
  author: author && { ...toUserSummary(links, author), email: author.email },
  created_at: note.createdAt,
  updated_at: note.updatedAt,
  system: note.system,
  noteable_id: noteable.id,
  noteable_type: noteable.type,
  noteable_iid: noteable.iid ?? null,
  resolvable: note.resolvable,
  confidential: false,
  internal: false,
});

/** Returns a note that a search found, with its project. */
export const toFoundNote = (links: Links, details: NoteDetails, projectId: number) => ({
  ...toNote(links, details),
  project_id: projectId,
});

/** Returns a single note; that of a snippet carries some of the snippet's fields. */
export const toSingleNote = (links: Links, details: NoteDetails, snippet?: Snippet) => ({
  ...toNote(links, details),
  ...(snippet
    ? { title: snippet.title, file_name: snippet.paths[0] ?? null, expires_at: snippet.expiresAt }
    : {}),
});

/** Returns a note of a discussion, with its position and who resolved it. */
export const toDiscussionNote = (links: Links, details: NoteDetails) => {
  const { note, resolvedBy, author } = details;
  return {
    ...toNote(links, details),
    // Discussions are not in the documents; real services send no address there.
    author: toUserOrNull(links, author),
    ...(note.position ? { position: positionShape.parse(JSON.parse(note.position)) } : {}),
    ...(note.resolvable
      ? {
          resolved: note.resolvedAt !== null,
          resolved_by: toUserOrNull(links, resolvedBy),
          resolved_at: note.resolvedAt,
        }
      : {}),
  };
};

/** Returns a discussion of the given notes. */
export const toDiscussion = (links: Links, notes: readonly NoteDetails[]) => ({
  id: notes[0]?.note.discussionId ?? "",
  individual_note: notes.length === 1 && notes[0]?.note.type === null,
  notes: notes.map((note) => toDiscussionNote(links, note)),
});

/** Returns a reaction as the API represents it. */
export const toReaction = (links: Links, { reaction, target, user }: ReactionDetails) => ({
  id: reaction.id,
  name: reaction.name,
  user: toUserOrNull(links, user),
  created_at: reaction.createdAt,
  updated_at: reaction.createdAt,
  awardable_id: target.id,
  awardable_type: target.type,
});
