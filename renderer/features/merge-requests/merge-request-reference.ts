import { pathOnService } from "../../../shared/host/account-url.ts";
import { decodePercent } from "../../../shared/text/decode-percent.ts";

/** A merge request by its project and number. */
export interface MergeRequestReference {
  /** Full path. */
  readonly project: string;
  readonly iid: number;
}

interface ReferenceContext {
  /** Full path of the project that `!29` is of. */
  readonly project: string;
  /** URL of the account's service, to which addresses have to belong. */
  readonly service: string;
}

/** Reads `!29`, `group/project!29` or the address of a merge request's page; null for anything else. */
export function parseMergeRequestReference(
  text: string,
  { project, service }: ReferenceContext,
): MergeRequestReference | null {
  const words = text.trim();
  const [, named, number] = /^([^\s!:]*)!(\d{1,9})$/.exec(words) ?? [];
  if (number !== undefined) return { project: named || project, iid: Number(number) };
  const page = pathOnService(words, service)?.path ?? "";
  const [, path, iid] = /^\/*([^\s]+?)(?:\/-)?\/merge_requests\/(\d{1,9})(?:\/.*)?$/.exec(page) ?? [];
  return path && iid ? { project: decodePercent(path), iid: Number(iid) } : null;
}
