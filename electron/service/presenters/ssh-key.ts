import type { SshKeyRow } from "../store/users/ssh-keys.ts";

export const toSshKey = (key: SshKeyRow) => ({
  id: key.id,
  title: key.title,
  key: key.key,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
});
