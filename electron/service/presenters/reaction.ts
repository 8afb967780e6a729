import type { ReactionDetails } from "../domain/discussions/reactions.ts";
import type { Links } from "../http/context.ts";
import { toUserOrNull } from "./user.ts";

/** Returns a reaction as the API represents it. */
export const toReaction = (links: Links, { reaction, target, user }: ReactionDetails) => ({
  id: reaction.id,
  name: reaction.name,
  user: toUserOrNull(links, user),
  created_at: reaction.createdAt,
  updated_at: reaction.createdAt,
  awardable_id: target.id,
  awardable_type: target.type,
});
