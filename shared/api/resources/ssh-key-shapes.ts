import { z } from "zod";
import { record, secret, timestamp } from "../contract/fields.ts";

/** A public SSH key (SSH keys › SSH key). */
export const sshKey = record({
  id: z.int(),
  title: z.string(),
  key: secret(),
  created_at: timestamp.optional(),
  expires_at: timestamp.nullish().describe("since 12.9"),
});
export type SshKey = z.output<typeof sshKey>;
