import { createQueryClient } from "../api/query-client.ts";

/** All that was read of services. */
export const queryClient = createQueryClient();
