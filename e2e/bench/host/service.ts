import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/*
 * A service that does nothing but respond, in a process of its own: projects of about 0.9 KB, with and without an ETag,
 * and a long list of commits in pages. Prints its URL.
 */
const pages = Number(process.argv[2]);
const perPage = 100;

const user = { id: 7, name: "Ada Example", username: "ada", avatar_url: null, web_url: null };
const description = "A lamp that is seen from far away, and what it needs to be lit. ".repeat(9);

const projectOf = (id: number) => ({
  id,
  name: `Lamp ${id}`,
  path: `lamp-${id}`,
  path_with_namespace: `fjord/lamp-${id}`,
  default_branch: "main",
  visibility: "private",
  description,
  created_at: "2026-01-01T00:00:00.000Z",
});

const commitOf = (number: number) => {
  const id = number.toString(16).padStart(40, "c0ffee");
  return {
    id,
    short_id: id.slice(0, 8),
    title: `Change ${number} of the lamp`,
    message: `Change ${number} of the lamp\n\nIt is brighter now.\n`,
    author_name: "Ada Example",
    author_email: "ada@example.org",
    authored_date: "2026-01-01T00:00:00.000Z",
    committer_name: "Ada Example",
    committer_email: "ada@example.org",
    committed_date: "2026-01-01T00:00:00.000Z",
    created_at: "2026-01-01T00:00:00.000Z",
    parent_ids: [id],
    web_url: `http://127.0.0.1/fjord/lamp/-/commit/${id}`,
  };
};

const bodies = Array.from({ length: pages }, (_, page) =>
  Buffer.from(JSON.stringify(Array.from({ length: perPage }, (_, n) => commitOf(page * perPage + n + 1)))),
);

function send(
  response: ServerResponse,
  body: Buffer | string,
  headers: Record<string, string | number> = {},
) {
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

const server = createServer((request, response) => {
  const [path = "", query = ""] = (request.url ?? "").replace("/api/v4", "").split("?");
  const project = /^\/projects\/(\d+)$/.exec(path)?.[1];
  if (project) {
    const etag = `W/"${project}"`;
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, { etag });
      response.end();
      return;
    }
    // Those of high numbers are read once.
    return send(response, JSON.stringify(projectOf(Number(project))), Number(project) < 1000 ? { etag } : {});
  }
  if (path.endsWith("/repository/commits")) {
    const page = Number(new URLSearchParams(query).get("page") ?? 1);
    return send(response, bodies[page - 1] ?? "[]", {
      "x-page": page,
      "x-per-page": perPage,
      "x-next-page": page < pages ? page + 1 : "",
      "x-prev-page": page > 1 ? page - 1 : "",
      "x-total": pages * perPage,
      "x-total-pages": pages,
    });
  }
  if (path === "/user") return send(response, JSON.stringify(user));
  if (path === "/version") return send(response, JSON.stringify({ version: "17.0.0", revision: "abc" }));
  response.writeHead(404, { "content-type": "application/json" });
  response.end('{"error":"404 Not Found"}');
});
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
