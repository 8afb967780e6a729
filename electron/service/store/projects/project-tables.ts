/** Table of those who were invited to a project and are no users yet. */
const invitationTables = `
  CREATE TABLE invitations (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    email TEXT NOT NULL COLLATE NOCASE,
    access_level INTEGER NOT NULL,
    expires_at TEXT,
    created_by_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (project_id, email)
  ) STRICT;
`;

/** Step that adds the settings of projects, copies that are under way, ends of memberships and invitations. */
export const projectStep = `
  ALTER TABLE projects ADD COLUMN jobs_enabled INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE projects ADD COLUMN wiki_enabled INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE projects ADD COLUMN snippets_enabled INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE projects ADD COLUMN merge_method TEXT NOT NULL DEFAULT 'merge';
  ALTER TABLE projects ADD COLUMN squash_option TEXT NOT NULL DEFAULT 'default_off';
  ALTER TABLE projects ADD COLUMN import_status TEXT NOT NULL DEFAULT 'none';
  ALTER TABLE projects ADD COLUMN import_error TEXT;
  ALTER TABLE members ADD COLUMN expires_at TEXT;
  ${invitationTables}
`;

const protectedTagTable = `  CREATE TABLE protected_tags (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    create_access_level INTEGER NOT NULL DEFAULT 40,
    UNIQUE (project_id, name)
  ) STRICT;
`;

/** The step to protected tags, and to protected branches that may be force-pushed. */
export const protectionStep = `
  ALTER TABLE protected_branches ADD COLUMN allow_force_push INTEGER NOT NULL DEFAULT 0;
${protectedTagTable}`;

/** Tables of projects, their releases and snippets, and repositories that were opened from disk. */
export const projectTables = `
  CREATE TABLE projects (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    full_path TEXT NOT NULL UNIQUE COLLATE NOCASE,
    description TEXT,
    visibility TEXT NOT NULL,
    repository TEXT NOT NULL,
    origin TEXT,
    default_branch TEXT,
    topics TEXT NOT NULL DEFAULT '[]',
    archived INTEGER NOT NULL DEFAULT 0,
    star_count INTEGER NOT NULL DEFAULT 0,
    creator_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    last_activity_at TEXT NOT NULL,
    forked_from_id INTEGER REFERENCES projects (id) ON DELETE SET NULL,
    issues_enabled INTEGER NOT NULL DEFAULT 1,
    merge_requests_enabled INTEGER NOT NULL DEFAULT 1,
    needs_pipeline INTEGER NOT NULL DEFAULT 0,
    takes_skipped_pipeline INTEGER NOT NULL DEFAULT 0,
    needs_resolved_threads INTEGER NOT NULL DEFAULT 0,
    approvals_required INTEGER NOT NULL DEFAULT 0,
    merge_trains_enabled INTEGER NOT NULL DEFAULT 0,
    merge_template TEXT,
    squash_template TEXT,
    jobs_enabled INTEGER NOT NULL DEFAULT 1,
    wiki_enabled INTEGER NOT NULL DEFAULT 1,
    snippets_enabled INTEGER NOT NULL DEFAULT 1,
    merge_method TEXT NOT NULL DEFAULT 'merge',
    squash_option TEXT NOT NULL DEFAULT 'default_off',
    import_status TEXT NOT NULL DEFAULT 'none',
    import_error TEXT,
    CHECK ((group_id IS NULL) <> (user_id IS NULL))
  ) STRICT;
  CREATE INDEX projects_by_group ON projects (group_id);
  CREATE INDEX projects_by_user ON projects (user_id);
  CREATE INDEX projects_by_fork ON projects (forked_from_id);
  CREATE TABLE stars (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, project_id)
  ) STRICT;
  CREATE TABLE project_shares (
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    access_level INTEGER NOT NULL,
    expires_at TEXT,
    PRIMARY KEY (project_id, group_id)
  ) STRICT;
  CREATE INDEX project_shares_by_group ON project_shares (group_id);
  CREATE TABLE protected_branches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    push_access_level INTEGER NOT NULL DEFAULT 40,
    merge_access_level INTEGER NOT NULL DEFAULT 40,
    allow_force_push INTEGER NOT NULL DEFAULT 0,
    UNIQUE (project_id, name)
  ) STRICT;
${protectedTagTable}  CREATE TABLE releases (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
    tag_name TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    released_at TEXT NOT NULL,
    UNIQUE (project_id, tag_name)
  ) STRICT;
  CREATE TABLE release_links (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    release_id INTEGER NOT NULL REFERENCES releases (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    link_type TEXT NOT NULL DEFAULT 'other',
    filepath TEXT
  ) STRICT;
  CREATE TABLE originals (
    project_id INTEGER PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    git_dir TEXT NOT NULL,
    common_dir TEXT NOT NULL,
    borrowed TEXT NOT NULL DEFAULT '[]',
    identity TEXT NOT NULL,
    tips TEXT NOT NULL DEFAULT '[]',
    opened_at TEXT NOT NULL,
    removed_at TEXT,
    agreed_worktrees TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX originals_by_path ON originals (path);
  CREATE TABLE folder_removals (path TEXT PRIMARY KEY) STRICT;
  CREATE TABLE snippets (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project_id INTEGER REFERENCES projects (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    description TEXT NOT NULL DEFAULT '',
    visibility TEXT NOT NULL,
    author_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    expires_at TEXT,
    user_agent TEXT,
    ip_address TEXT
  ) STRICT;
  CREATE INDEX snippets_by_project ON snippets (project_id);
  CREATE INDEX snippets_by_author ON snippets (author_id);
  CREATE INDEX snippets_by_expiry ON snippets (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE snippet_files (
    snippet_id INTEGER NOT NULL REFERENCES snippets (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (snippet_id, path)
  ) STRICT;
  ${invitationTables}
`;
