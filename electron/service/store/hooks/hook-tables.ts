/** System hooks and what is delivered to them. A delivery is pending until its attempts have ended well or are used up. */
export const hookTables = `
  CREATE TABLE system_hooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL,
    sealed_token TEXT,
    push_events INTEGER NOT NULL,
    tag_push_events INTEGER NOT NULL,
    merge_requests_events INTEGER NOT NULL,
    repository_update_events INTEGER NOT NULL,
    enable_ssl_verification INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE hook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hook_id INTEGER NOT NULL REFERENCES system_hooks (id) ON DELETE CASCADE,
    key TEXT NOT NULL UNIQUE,
    event_id TEXT NOT NULL,
    trigger_name TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending',
    due_at TEXT NOT NULL,
    attempts TEXT NOT NULL DEFAULT '[]',
    request_headers TEXT NOT NULL DEFAULT '{}',
    response_headers TEXT NOT NULL DEFAULT '{}',
    response_body TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX hook_deliveries_by_hook ON hook_deliveries (hook_id, id);
  CREATE INDEX hook_deliveries_pending ON hook_deliveries (due_at) WHERE state = 'pending';
`;
