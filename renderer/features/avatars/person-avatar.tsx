import { useOptionalAccountId } from "../../api/account-context.ts";
import { useIsQuiet } from "../../api/quiet-context.ts";
import { Avatar } from "../../ui/marks/avatar.tsx";
import { useAvatarPicture } from "./avatar-pictures.ts";

interface PersonAvatarProps {
  readonly person: { readonly name: string; readonly avatar_url?: string | null | undefined };
  /** Id of the account whose service has the person; that of the tree unless given. */
  readonly account?: string | undefined;
  /** Pixels. */
  readonly size?: number;
  /** For projects, groups and accounts. */
  readonly square?: boolean;
  /** Name for assistive technology; leave out where the name is visible beside it. */
  readonly spoken?: boolean;
}

/**
 * The avatar of a person of an account: initials until their picture is there, of the same size. While the page starts no
 * picture is read.
 */
export function PersonAvatar({ person, account, ...look }: PersonAvatarProps) {
  const own = useOptionalAccountId();
  const src = useAvatarPicture(useIsQuiet() ? (account ?? own) : null, person.avatar_url);
  return <Avatar name={person.name} {...(src === undefined ? {} : { src })} {...look} />;
}
