/** Tables of groups, members, former paths and custom attributes. */
export const groupTables = `
  CREATE TABLE groups (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    full_path TEXT NOT NULL UNIQUE COLLATE NOCASE,
    full_name TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    visibility TEXT NOT NULL,
    lfs_enabled INTEGER NOT NULL DEFAULT 1,
    request_access_enabled INTEGER NOT NULL DEFAULT 1,
    created_at TEXT NOT NULL,
    file_template_project_id INTEGER REFERENCES projects (id) ON DELETE SET NULL,
    deletion_requested_at TEXT
  ) STRICT;
  CREATE INDEX groups_by_parent ON groups (parent_id);
  CREATE TABLE members (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    access_level INTEGER NOT NULL,
    expires_at TEXT,
    CHECK ((group_id IS NULL) <> (project_id IS NULL)),
    UNIQUE (user_id, group_id),
    UNIQUE (user_id, project_id)
  ) STRICT;
  CREATE TABLE former_paths (
    path TEXT PRIMARY KEY COLLATE NOCASE,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    CHECK ((group_id IS NULL) <> (project_id IS NULL))
  ) STRICT;
  CREATE TABLE custom_attributes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    CHECK ((group_id IS NOT NULL) + (project_id IS NOT NULL) + (user_id IS NOT NULL) = 1),
    UNIQUE (group_id, key),
    UNIQUE (project_id, key),
    UNIQUE (user_id, key)
  ) STRICT;
`;
