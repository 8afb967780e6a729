import {
  createReleaseLink,
  deleteReleaseLink,
  linkTypes,
  listReleaseLinks,
  type ReleaseLink,
  updateReleaseLink,
} from "../../../shared/api/resources/release-links.ts";
import { requestOperation } from "../../api/fetch-operation.ts";
import type { WriteFlow } from "../../api/send-write.ts";
import type { LinkDraft } from "./link-fields.tsx";

/** Returns a release's link as the form has it. Services show its path in the address of the release's own alone. */
export const toLinkDraft = ({
  id,
  name,
  url,
  link_type: type,
  direct_asset_url: own,
}: ReleaseLink): LinkDraft => ({
  id,
  name,
  url,
  type: linkTypes.find((known) => known === type) ?? "other",
  filepath: /\/-\/releases\/[^/]+\/downloads(\/.+)$/.exec(own ?? "")?.[1] ?? "",
});

/** Returns what is sent of a link. */
export const sentLink = ({ name, url, type, filepath }: LinkDraft) => ({
  name: name.trim(),
  url,
  link_type: type,
  ...(filepath ? { filepath } : {}),
});

interface LinkChanges {
  readonly links: readonly LinkDraft[];
  readonly removed: readonly number[];
}

/**
 * Brings the links of a release to what its form has: removed ones first, since names and addresses are used once. What is
 * so already is left alone, so that it can be repeated after a failure in the middle.
 */
export async function saveLinks(
  account: string,
  { send }: WriteFlow,
  release: { readonly id: string; readonly tag_name: string },
  { links, removed }: LinkChanges,
): Promise<void> {
  const { data: present } = await requestOperation(
    account,
    listReleaseLinks,
    { ...release, per_page: 100 },
    { pages: "all" },
  );
  for (const { id } of present)
    if (removed.includes(id)) await send(account, deleteReleaseLink, { ...release, link_id: id });
  for (const link of links) {
    const sent = sentLink(link);
    const known = present.find(({ id, name, url }) =>
      link.id === null ? name === sent.name && url === sent.url : id === link.id,
    );
    // One that somebody has removed meanwhile stays removed.
    if (!known && link.id === null) await send(account, createReleaseLink, { ...release, ...sent });
    else if (known && isChanged(known, link))
      await send(account, updateReleaseLink, { ...release, link_id: known.id, ...sent });
  }
}

function isChanged(known: ReleaseLink, link: LinkDraft): boolean {
  const before = toLinkDraft(known);
  const isSame = before.name === link.name.trim() && before.url === link.url && before.type === link.type;
  return !isSame || before.filepath !== link.filepath;
}
