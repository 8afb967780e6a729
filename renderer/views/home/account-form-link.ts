import { hrefs } from "../../features/addresses/hrefs.ts";

interface FormLink {
  readonly account: string;
  readonly href: string;
  readonly label: string;
}

type Reader = (account: string, id: string) => Omit<FormLink, "account">;

/** Forms outside of projects, by the first word of their drafts' keys; the account and an id follow it. */
const accountForms: Readonly<Record<string, Reader>> = {
  status: (account) => ({ href: hrefs.me(account), label: "Status" }),
  profile: (account) => ({ href: hrefs.me(account), label: "Changes to your profile" }),
  "ssh-key": (account) => ({ href: hrefs.me(account, "keys"), label: "New SSH key" }),
  "ssh-key-title": (account) => ({ href: hrefs.me(account, "keys"), label: "New SSH key" }),
  "system hook": (account) => ({ href: hrefs.admin(account, "hooks"), label: "New system hook" }),
  "user key": (account, id) => ({
    href: hrefs.admin(account, "users", { user: id }),
    label: `SSH key of user #${id}`,
  }),
  user: (account, id) =>
    id === "new"
      ? { href: hrefs.admin(account, "users"), label: "New user" }
      : { href: hrefs.admin(account, "users", { user: id }), label: `Changes to user #${id}` },
  runner: (account, id) => ({
    href: hrefs.runners(account, { runner: id }),
    label: `Changes to runner #${id}`,
  }),
  "group edit": (account, id) => ({ href: hrefs.group(account, id), label: `Changes to group #${id}` }),
  "group below": (account, id) =>
    id === "top"
      ? { href: hrefs.groups(account), label: "New group" }
      : { href: hrefs.group(account, id), label: `New subgroup of group #${id}` },
};

/** Returns the link of a form outside of projects, such as `user local 7`; null for another key. */
export function accountFormLink(key: string): FormLink | null {
  // A group's key has the account between its words.
  const [, form = "", account = "", more, id = ""] =
    /^([a-z]+(?:[ -]key|-key-title| hook)?) (\S+)(?: (edit|below))?(?: (\S+))?$/.exec(key) ?? [];
  const read = accountForms[more ? `${form} ${more}` : form];
  return read ? { account, ...read(account, id) } : null;
}
