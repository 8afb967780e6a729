import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Settings } from "../../../shared/host/settings.ts";
import { toProblem } from "../../api/host.ts";
import { changeSettings, readSettings } from "../../api/settings.ts";
import { toast } from "../../ui/toast.tsx";

const queryKey = ["settings"];

/** Settings that the host acts on, and a function that changes a part of them. */
export function useHostSettings() {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => readSettings(signal), meta: { reads: [] } });
  const { mutate } = useMutation({
    // One after another: the last change wins.
    scope: { id: "host settings" },
    mutationFn: changeSettings,
    onSuccess: (next) => client.setQueryData<Settings>(queryKey, next),
    onError: (error) => toast.problem("The setting was not changed", toProblem(error)),
  });
  return { query, change: mutate };
}
