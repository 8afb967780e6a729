/** Files of snippets, when one expires and from where it was written. A step of the migrations: never changed. */
export const snippetTables = `
  CREATE TABLE snippet_files (
    snippet_id INTEGER NOT NULL REFERENCES snippets (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (snippet_id, path)
  ) STRICT;
  INSERT INTO snippet_files (snippet_id, position, path, content) SELECT id, 0, file_name, content FROM snippets;
  ALTER TABLE snippets DROP COLUMN file_name;
  ALTER TABLE snippets DROP COLUMN content;
  ALTER TABLE snippets ADD COLUMN expires_at TEXT;
  ALTER TABLE snippets ADD COLUMN user_agent TEXT;
  ALTER TABLE snippets ADD COLUMN ip_address TEXT;
  CREATE INDEX snippets_by_author ON snippets (author_id);
  CREATE INDEX snippets_by_expiry ON snippets (expires_at) WHERE expires_at IS NOT NULL;
`;
