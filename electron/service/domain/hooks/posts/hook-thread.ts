import { defineWorker, type WorkerCall } from "../../../../../shared/workers/define-worker.ts";
import { threadEndpoint } from "../../../../system/threads.ts";
import { EventPoster, type Post } from "./post-event.ts";

function createMethods() {
  const poster = new EventPoster();
  return { post: (post: Post, { signal }: WorkerCall) => poster.post(post, signal) };
}

const methods = createMethods();

export type HookThreadMethods = typeof methods;
defineWorker(methods, { endpoint: threadEndpoint() });
