import { folderOf } from "../../text/paths.ts";
import { resolveTitle, toStem } from "../../wiki/page-titles.ts";
import type { AnyOperation } from "../contract/operation.ts";
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
  listCommits,
  revertCommit,
} from "../resources/commits.ts";
import { createFile, deleteFile, updateFile } from "../resources/files.ts";
import { createRelease, deleteRelease, getRelease, updateRelease } from "../resources/releases.ts";
import { updateSubmodule } from "../resources/submodules.ts";
import { createTag, createTagRelease, deleteTag, getTag, updateTagRelease } from "../resources/tags.ts";
import { createVariable, deleteVariable, getVariable } from "../resources/variables.ts";
import { createWikiPage, deleteWikiPage, getWikiPage, updateWikiPage } from "../resources/wikis.ts";
import {
  adds,
  creates,
  deletes,
  type Fields,
  isFields,
  isNew,
  isSameText,
  makes,
  pick,
  sets,
  type WriteCheck,
  type WriteCheckContext,
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
    (found) => found.protected === expected,
    ({ name }) => {
      const sentences = [`Branch ${name} is protected.`, `Branch ${name} is not protected.`] as const;
      return expected ? sentences : [sentences[1], sentences[0]];
    },
  );

/** A commit on a branch, made since, whose message fits. */
const commits = (fits: (message: string, written: Fields) => boolean): WriteCheck =>
  adds(
    listCommits,
    ({ id, branch: name }) => ({ id, ref_name: name, per_page: 50 }),
    (entry, written, context) =>
      isNew(entry.committed_date ?? entry.created_at, context) && fits(String(entry.message), written),
    ({ branch: name }) => `The commit on ${name}`,
  );

const withMessage = commits((message, { commit_message: sent }) => isSameText(message, sent));

const hasReleaseText = makes(
  getTag,
  pick("id", "tag_name"),
  (found, { description }) => isFields(found.release) && isSameText(found.release.description, description),
  (written) => [`${release(written)} has this text.`, `${release(written)} does not have this text.`],
);

const commented = (entry: Fields, written: Fields, context: WriteCheckContext): boolean =>
  isSameText(entry.note, written.note) && isNew(entry.created_at, context);

/** Checks of writes to a repository. */
export const repositoryChecks: readonly (readonly [AnyOperation, WriteCheck])[] = [
  [createBranch, creates(getBranch, pick("id", "branch"), branch)],
  [deleteBranch, deletes(getBranch, pick("id", "branch"), branch)],
  [protectBranch, isProtected(true)],
  [unprotectBranch, isProtected(false)],
  [createVariable, creates(getVariable, pick("id", "key"), variable)],
  [deleteVariable, deletes(getVariable, pick("id", "key"), variable)],
  [createCommit, withMessage],
  [createFile, withMessage],
  [updateFile, withMessage],
  [deleteFile, withMessage],
  [updateSubmodule, withMessage],
  [cherryPickCommit, commits((message, { sha }) => message.includes(`cherry picked from commit ${sha}`))],
  [revertCommit, commits((message, { sha }) => message.includes(`This reverts commit ${sha}`))],
  [
    createCommitComment,
    adds(
      listCommitComments,
      ({ id, sha }) => ({ id, sha, per_page: 100 }),
      commented,
      () => "The comment",
    ),
  ],
  [createTag, creates(getTag, pick("id", "tag_name"), tag)],
  [deleteTag, deletes(getTag, pick("id", "tag_name"), tag)],
  [createTagRelease, hasReleaseText],
  [updateTagRelease, hasReleaseText],
  [createRelease, creates(getRelease, pick("id", "tag_name"), release)],
  [updateRelease, sets(getRelease, pick("id", "tag_name"), ["name", "description"], release)],
  [deleteRelease, deletes(getRelease, pick("id", "tag_name"), release)],
  [createWikiPage, creates(getWikiPage, (written) => ({ id: written.id, slug: writtenSlug(written) }), page)],
  [
    updateWikiPage,
    sets(getWikiPage, (written) => ({ id: written.id, slug: writtenSlug(written) }), ["content"], page),
  ],
  [deleteWikiPage, deletes(getWikiPage, pick("id", "slug"), page)],
];
