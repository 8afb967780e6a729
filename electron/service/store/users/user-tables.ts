/** Tables of users, their tokens and keys, and what they are notified of. */
export const userTables = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    username TEXT NOT NULL UNIQUE COLLATE NOCASE,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE COLLATE NOCASE,
    state TEXT NOT NULL DEFAULT 'active',
    is_admin INTEGER NOT NULL DEFAULT 0,
    bio TEXT,
    location TEXT,
    organization TEXT,
    website_url TEXT,
    created_at TEXT NOT NULL,
    public_email TEXT NOT NULL DEFAULT '',
    skype TEXT NOT NULL DEFAULT '',
    linkedin TEXT NOT NULL DEFAULT '',
    twitter TEXT NOT NULL DEFAULT '',
    projects_limit INTEGER NOT NULL DEFAULT 100000,
    can_create_group INTEGER NOT NULL DEFAULT 1,
    external INTEGER NOT NULL DEFAULT 0,
    private_profile INTEGER NOT NULL DEFAULT 0,
    two_factor_enabled INTEGER NOT NULL DEFAULT 0,
    is_ghost INTEGER NOT NULL DEFAULT 0,
    password_digest TEXT,
    password_expired INTEGER NOT NULL DEFAULT 0,
    avatar TEXT,
    confirmed_at TEXT,
    last_activity_on TEXT,
    updated_at TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE user_statuses (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    emoji TEXT,
    message TEXT,
    clear_at TEXT
  ) STRICT;
  CREATE TABLE user_avatars (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    revoked INTEGER NOT NULL DEFAULT 0,
    last_used_at TEXT
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
  CREATE TABLE notification_settings (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    level TEXT NOT NULL,
    events TEXT NOT NULL DEFAULT '{}',
    email TEXT,
    CHECK (group_id IS NULL OR project_id IS NULL),
    CHECK (email IS NULL OR (group_id IS NULL AND project_id IS NULL)),
    UNIQUE (user_id, group_id, project_id)
  ) STRICT;
  CREATE INDEX notification_settings_by_group ON notification_settings (group_id);
  CREATE INDEX notification_settings_by_project ON notification_settings (project_id);
`;
