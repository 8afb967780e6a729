import { folderOf } from "../../text/paths.ts";
import { resolveTitle, toStem } from "../../wiki/page-titles.ts";
import type { AnyOperation } from "../contract/operation.ts";
import type { Fields } from "../identity/identity.ts";
import {
  createBranch,
  deleteBranch,
  getBranch,
  protectBranch,
  unprotectBranch,
} from "../resources/branches.ts";
import {
  cherryPickCommit,
  createCommit,
  createCommitComment,
  listCommitComments,
  revertCommit,
} from "../resources/commits.ts";
import { createFile, deleteFile, updateFile } from "../resources/files.ts";
import { createRelease, deleteRelease, getRelease, updateRelease } from "../resources/releases.ts";
import { updateSubmodule } from "../resources/submodules.ts";
import { createTag, createTagRelease, deleteTag, getTag, updateTagRelease } from "../resources/tags.ts";
import { createVariable, deleteVariable, getVariable } from "../resources/variables.ts";
import { createWikiPage, deleteWikiPage, getWikiPage, updateWikiPage } from "../resources/wikis.ts";
import { adds, isMine } from "./added-entry.ts";
import { addsCommit } from "./commit-check.ts";
import {
  compareFields,
  creates,
  deletes,
  isFields,
  isSame,
  isSameText,
  isUnchanged,
  makes,
  pick,
  sets,
  type WriteCheck,
} from "./write-check.ts";

const branch = ({ branch: name }: Fields) => `Branch ${name}`;
const tag = ({ tag_name: name }: Fields) => `Tag ${name}`;
const release = ({ tag_name: name }: Fields) => `The release of ${name}`;
const variable = ({ key }: Fields) => `The variable ${key}`;
const page = ({ slug, title }: Fields) => `The wiki page ${slug ?? title}`;

/** Returns the slug of a page after a write: its title decides on name and folder. */
const writtenSlug = ({ slug, title }: Fields): unknown =>
  typeof title === "string"
    ? toStem(resolveTitle(title, typeof slug === "string" ? folderOf(slug) : ""))
    : slug;

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

const withMessage = addsCommit((message, { commit_message: sent }) => isSameText(message, sent));

const textOf = (value: unknown): unknown =>
  isFields(value) && isFields(value.release) ? value.release.description : undefined;

const hasReleaseText = makes(
  getTag,
  pick("id", "tag_name"),
  (found, { description }, { before }) => {
    const text = textOf(found);
    if (isSameText(text, description)) return true;
    // Another text may be from somebody else, since.
    const isAsBefore = before.some(({ value }) => isFields(value) && isSame(textOf(value), text));
    return text === undefined || isAsBefore ? false : null;
  },
  (written) => [`${release(written)} has this text.`, `${release(written)} does not have this text.`],
);

/** Checks of writes to a repository. */
export const repositoryChecks: readonly (readonly [AnyOperation, WriteCheck])[] = [
  [createBranch, creates(getBranch, pick("id", "branch"), branch)],
  [deleteBranch, deletes(getBranch, pick("id", "branch"), branch)],
  [protectBranch, isProtected(true)],
  [unprotectBranch, isProtected(false)],
  [createVariable, creates(getVariable, pick("id", "key"), variable, ["variable_type", "protected"])],
  [deleteVariable, deletes(getVariable, pick("id", "key"), variable)],
  [createCommit, withMessage],
  [createFile, withMessage],
  [updateFile, withMessage],
  [deleteFile, withMessage],
  [updateSubmodule, withMessage],
  [cherryPickCommit, addsCommit((message, { sha }) => message.includes(`cherry picked from commit ${sha}`))],
  [revertCommit, addsCommit((message, { sha }) => message.includes(`This reverts commit ${sha}`))],
  [
    createCommitComment,
    adds({
      read: listCommitComments,
      input: ({ id, sha }) => ({ id, sha, per_page: 100 }),
      compare: (entry, written, context) => ({
        content:
          isSameText(entry.note, written.note) &&
          compareFields(entry, written, ["path", "line", "line_type"]) !== false,
        mine: isMine(entry.author, context),
      }),
      // They have no id.
      order: ({ note, path, line, created_at: time, author }) =>
        JSON.stringify([note, path, line, time, isFields(author) ? author.id : null]),
      what: () => "The comment",
    }),
  ],
  [createTag, creates(getTag, pick("id", "tag_name"), tag, ["message"])],
  [deleteTag, deletes(getTag, pick("id", "tag_name"), tag)],
  [createTagRelease, hasReleaseText],
  [updateTagRelease, hasReleaseText],
  [createRelease, creates(getRelease, pick("id", "tag_name"), release, ["name", "description"])],
  [updateRelease, sets(getRelease, pick("id", "tag_name"), ["name", "description"], release)],
  [deleteRelease, deletes(getRelease, pick("id", "tag_name"), release)],
  [
    createWikiPage,
    creates(getWikiPage, (written) => ({ id: written.id, slug: writtenSlug(written) }), page, ["content"]),
  ],
  [
    updateWikiPage,
    sets(getWikiPage, (written) => ({ id: written.id, slug: writtenSlug(written) }), ["content"], page),
  ],
  [deleteWikiPage, deletes(getWikiPage, pick("id", "slug"), page)],
];
