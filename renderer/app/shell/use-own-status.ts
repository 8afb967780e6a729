import { getCurrentUserStatus } from "../../../shared/api/resources/users.ts";
import type { Account } from "../../../shared/host/accounts.ts";
import { useOperation } from "../../api/use-operation.ts";
import { emojiNamed } from "../../ui/emoji/emoji.ts";
import { useEmoji } from "../../ui/emoji/use-emoji.ts";

/** Milliseconds for which a status is fresh. */
const staleTime = 5 * 60_000;

/** Returns the status that an account's user has set, null where there is none or it is not known. */
export function useOwnStatus(
  account: Account | undefined,
): { readonly char: string; readonly text: string } | null {
  const { data } = useOperation(getCurrentUserStatus, account?.check ? {} : null, {
    account: account?.id,
    staleTime,
  });
  const name = data?.emoji ?? "";
  const text = plainText(data?.message_html ?? "") || (data?.message ?? "");
  const emoji = useEmoji(name !== "");
  if (!name && !text) return null;
  const char = emoji && name ? emojiNamed(emoji.byName, name) : null;
  return { char: char ?? "", text: text || (char ? "" : `:${name}:`) };
}

/** Returns the text of rendered Markdown; the parsed document is inert: nothing in it is loaded or run. */
const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, "text/html").body.textContent.trim();
