import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { describeProblem } from "../../api/describe-problem.ts";
import { clearCache, readCache } from "../../api/settings.ts";
import { Button } from "../../ui/button.tsx";
import { formatBytes } from "../../ui/format-bytes.ts";
import { toast } from "../../ui/toast.tsx";
import { SettingRow } from "./setting-row.tsx";

/** Size of the cache on disk, and a button that empties it. */
export function ClearCacheRow() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["cache"],
    queryFn: ({ signal }) => readCache(signal),
    meta: { reads: [] },
  });
  const clear = async () => {
    try {
      await clearCache();
      toast.success("Cache cleared");
    } catch (error) {
      toast.problem("The cache was not cleared", describeProblem(error));
    }
    await client.invalidateQueries({ queryKey: ["cache"] });
  };
  return (
    <SettingRow
      title="Cached responses and job logs"
      description={
        <>{data ? `${formatBytes(data.bytes)} on disk. ` : null}Reviews that are available offline stay.</>
      }
    >
      <Button icon={Trash2} onClick={() => void clear()}>
        Clear cache
      </Button>
    </SettingRow>
  );
}
