import { z } from "zod";
import type { Resource } from "../../../shared/api/contract/operation.ts";
import { invalidateHere, onWrite } from "../../api/query-client.ts";
import { queryClient } from "../query-client.ts";

const written = z.object({
  account: z.string(),
  resources: z.array(z.custom<Resource>((name) => typeof name === "string")),
});

/** Sends to other windows what this one has changed on a service, and reads again here what they have changed. */
export function shareWrites(): void {
  const channel = new BroadcastChannel("helve writes");
  onWrite((account, resources) => channel.postMessage({ account, resources: [...resources] }));
  channel.addEventListener("message", ({ data }) => {
    const { data: change } = written.safeParse(data);
    if (change) void invalidateHere(queryClient, change.account, change.resources);
  });
}
