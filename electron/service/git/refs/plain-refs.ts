import { basename, dirname, join } from "node:path";
import { foreignFolder, refuseForeign } from "../originals/foreign.ts";
import type { OriginalLayout } from "../originals/original-layout.ts";
import { isRefName } from "../originals/plain-names.ts";
import { irregularRefsOf, refsState } from "./refs-state.ts";

/** Throws {@link GitRefusal} where a loose ref of an original is a link, a pipe, a socket or a device. `own` is Helve's git folder of it. */
export async function checkPlainRefs(own: string, { commonDir }: OriginalLayout): Promise<void> {
  await refsState(own);
  for (const path of irregularRefsOf(own)) {
    const folder = foreignFolder(dirname(path));
    const kind = await folder.kind(basename(path));
    if (kind === "other") throw refuseForeign(path, "not_plain");
    if (kind !== "link") continue;
    // A symbolic ref as `core.preferSymlinkRefs` writes it: git reads the text of the link, and opens nothing.
    const text = (await folder.readLink(basename(path)))?.toString() ?? "";
    if (!isRefName(text) || !path.startsWith(join(commonDir, "refs"))) throw refuseForeign(path, "link");
  }
}
