import type { Fields } from "../identity/identity.ts";
import { addsNamed } from "../write-checks/added-entry.ts";
import {
  creates,
  deletes,
  hundredOf,
  isFields,
  isSame,
  isSameText,
  makes,
  pickFields,
  sets,
  type WriteChecks,
} from "../write-checks/write-check.ts";
import { getProtectedTag, protectTag, unprotectTag } from "./protected-tags.ts";
import {
  createReleaseLink,
  deleteReleaseLink,
  getReleaseLink,
  listReleaseLinks,
  updateReleaseLink,
} from "./release-links.ts";
import { createRelease, deleteRelease, getRelease, updateRelease } from "./releases.ts";
import { createTag, createTagRelease, deleteTag, getTag, updateTagRelease } from "./tags.ts";

const tag = ({ tag_name: name }: Fields) => `Tag ${name}`;
const protection = ({ name }: Fields) => `The protection of ${name}`;
const release = ({ tag_name: name }: Fields) => `The release of ${name}`;

const link = ({ name }: Fields) => (name === undefined ? "The link" : `The link ${name}`);

const textOf = (value: unknown): unknown =>
  isFields(value) && isFields(value.release) ? value.release.description : undefined;

const hasReleaseText = makes(
  getTag,
  pickFields("id", "tag_name"),
  (found, { description }, { before }) => {
    const text = textOf(found);
    if (isSameText(text, description)) return true;
    // Another text may be from somebody else, since.
    const isAsBefore = before.some(({ value }) => isFields(value) && isSame(textOf(value), text));
    return text === undefined || isAsBefore ? false : null;
  },
  (written) => [`${release(written)} has this text.`, `${release(written)} does not have this text.`],
);

/** Checks of the writes of tags, their protection and releases. */
export const tagWriteChecks: WriteChecks = [
  [createTag, creates(getTag, pickFields("id", "tag_name"), tag, ["message"])],
  [deleteTag, deletes(getTag, pickFields("id", "tag_name"), tag)],
  [protectTag, creates(getProtectedTag, pickFields("id", "name"), protection)],
  [unprotectTag, deletes(getProtectedTag, pickFields("id", "name"), protection)],
  [createTagRelease, hasReleaseText],
  [updateTagRelease, hasReleaseText],
  [createRelease, creates(getRelease, pickFields("id", "tag_name"), release, ["name", "description"])],
  [updateRelease, sets(getRelease, pickFields("id", "tag_name"), ["name", "description"], release)],
  [deleteRelease, deletes(getRelease, pickFields("id", "tag_name"), release)],
  [
    createReleaseLink,
    // No two links of a release have one name.
    addsNamed(listReleaseLinks, hundredOf("id", "tag_name"), (entry, { name }) => entry.name === name, link),
  ],
  [
    updateReleaseLink,
    sets(getReleaseLink, pickFields("id", "tag_name", "link_id"), ["name", "url", "link_type"], link),
  ],
  [deleteReleaseLink, deletes(getReleaseLink, pickFields("id", "tag_name", "link_id"), link)],
];
