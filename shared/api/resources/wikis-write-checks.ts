import { folderOf } from "../../text/paths.ts";
import { resolveTitle, toStem } from "../../wiki/pages.ts";
import type { Fields } from "../identity/identity.ts";
import { creates, deletes, pickFields, sets, unseen, type WriteChecks } from "../write-checks/write-check.ts";
import { uploadProjectFile } from "./uploads.ts";
import {
  createWikiPage,
  deleteWikiPage,
  getWikiPage,
  updateWikiPage,
  uploadWikiAttachment,
} from "./wikis.ts";

const page = ({ slug, title }: Fields) => `The wiki page ${slug ?? title}`;

/** Returns the slug of a page after a write: its title decides on name and folder. */
const writtenSlug = ({ slug, title }: Fields): unknown =>
  typeof title === "string"
    ? toStem(resolveTitle(title, typeof slug === "string" ? folderOf(slug) : ""))
    : slug;

/** Checks of the writes of wiki pages, and of uploads. */
export const wikiWriteChecks: WriteChecks = [
  [
    createWikiPage,
    creates(getWikiPage, (written) => ({ id: written.id, slug: writtenSlug(written) }), page, ["content"]),
  ],
  [
    updateWikiPage,
    sets(
      getWikiPage,
      (written) => ({ id: written.id, slug: writtenSlug(written) }),
      ["content", "format"],
      page,
    ),
  ],
  [deleteWikiPage, deletes(getWikiPage, pickFields("id", "slug"), page)],
  [uploadProjectFile, unseen("the address on the service is in the response alone")],
  [uploadWikiAttachment, unseen("the name on the service is in the response alone")],
];
