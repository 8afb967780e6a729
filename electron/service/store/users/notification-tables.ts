/** Table of notification settings. A step of the migrations: never changed. */
export const notificationTables = `
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
