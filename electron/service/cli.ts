import { text } from "node:stream/consumers";
import { z } from "zod";
import { startService } from "./start.ts";
import { mintToken } from "./store/users/tokens.ts";

/** The service without Helve around it, for other clients: its configuration comes on standard input. */
const config = z.object({
  port: z.int(),
  folder: z.string(),
  sample: z.boolean(),
  allowLocalHooks: z.boolean().default(false),
  token: z.string().min(16).nullable(),
});

const { token, ...chosen } = config.parse(JSON.parse(await text(process.stdin)));
const adminToken = token ?? mintToken();
const service = await startService({ ...chosen, adminToken });
console.log(`The service answers at ${service.url}`);
if (token === null) console.log(`Personal access token of its administrator, for this run: ${adminToken}`);
const stop = () => void service.close().finally(() => process.exit(0));
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
