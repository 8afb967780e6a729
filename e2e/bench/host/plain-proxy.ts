import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";

/*
 * A proxy that does nothing but pass a call on, in a process of its own: what the way through a second process of Node
 * costs by itself. Prints its URL.
 */
const [target = ""] = process.argv.slice(2);
const agent = new Agent({ connections: 64 });
const server = createServer(async (request, response) => {
  const { statusCode, headers, body } = await agent.request({
    origin: target,
    path: request.url ?? "",
    method: "GET",
    headers: { "private-token": "of-the-benchmark" },
  });
  const bytes = Buffer.from(await body.arrayBuffer());
  response.writeHead(statusCode, headers);
  response.end(bytes);
});
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
