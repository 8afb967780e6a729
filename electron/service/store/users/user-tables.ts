/** Further columns of users, and their SSH keys. A step of the migrations: never changed. */
export const userTables = `
  ALTER TABLE users ADD COLUMN public_email TEXT NOT NULL DEFAULT '';
  ALTER TABLE users ADD COLUMN skype TEXT NOT NULL DEFAULT '';
  ALTER TABLE users ADD COLUMN linkedin TEXT NOT NULL DEFAULT '';
  ALTER TABLE users ADD COLUMN twitter TEXT NOT NULL DEFAULT '';
  ALTER TABLE users ADD COLUMN projects_limit INTEGER NOT NULL DEFAULT 100000;
  ALTER TABLE users ADD COLUMN can_create_group INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE users ADD COLUMN external INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE users ADD COLUMN private_profile INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE users ADD COLUMN two_factor_enabled INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE users ADD COLUMN is_ghost INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE users ADD COLUMN password_digest TEXT;
  ALTER TABLE users ADD COLUMN password_expired INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE users ADD COLUMN avatar TEXT;
  ALTER TABLE users ADD COLUMN confirmed_at TEXT;
  ALTER TABLE users ADD COLUMN last_activity_on TEXT;
  ALTER TABLE users ADD COLUMN updated_at TEXT NOT NULL DEFAULT '';
  UPDATE users SET confirmed_at = created_at, updated_at = created_at;
  ALTER TABLE user_statuses ADD COLUMN clear_at TEXT;
  CREATE TABLE user_avatars (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE identities (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    provider TEXT NOT NULL,
    extern_uid TEXT NOT NULL,
    PRIMARY KEY (user_id, provider),
    UNIQUE (provider, extern_uid)
  ) STRICT;
  CREATE TABLE ssh_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    expires_at TEXT
  ) STRICT;
  CREATE INDEX ssh_keys_by_user ON ssh_keys (user_id);
`;
