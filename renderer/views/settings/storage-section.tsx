import { useQuery } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { toProblem } from "../../api/host.ts";
import { chooseFolder, shellQuery } from "../../api/settings.ts";
import { Button } from "../../ui/button.tsx";
import flow from "../../ui/flow.module.css";
import { toast } from "../../ui/toast.tsx";
import { ClearCacheRow } from "./clear-cache-row.tsx";
import { NumberSetting } from "./number-setting.tsx";
import { OfflineSection } from "./offline-section.tsx";
import { TextSetting } from "./text-setting.tsx";
import { WithSettings } from "./with-settings.tsx";

export function StorageSection() {
  const { data: shell } = useQuery(shellQuery);
  return (
    <WithSettings>
      {({ storage }, change) => {
        const choose = async () => {
          try {
            const folder = await chooseFolder();
            if (folder !== null) change({ storage: { downloads: folder } });
          } catch (error) {
            toast.problem("The folder was not changed", toProblem(error));
          }
        };
        return (
          <>
            <NumberSetting
              title="Cache"
              description="Responses stored on disk, for speed and for reading offline."
              unit="MB"
              value={storage.cacheLimit}
              min={0}
              max={100_000}
              onChange={(cacheLimit) => change({ storage: { cacheLimit } })}
            />
            <NumberSetting
              title="Job logs"
              description="Logs that you opened, stored on disk. The least recently used are removed first."
              unit="MB"
              value={storage.traceLimit}
              min={0}
              max={100_000}
              onChange={(traceLimit) => change({ storage: { traceLimit } })}
            />
            <ClearCacheRow />
            <OfflineSection />
            <div className={flow.inlineWide}>
              <TextSetting
                label="Downloads folder"
                hint="A full path. Leave empty for the system's downloads folder."
                placeholder="The system's downloads folder"
                value={storage.downloads}
                onKeep={(downloads) => change({ storage: { downloads: downloads.trim() } })}
              />
              {shell?.can.chooseFolder ? (
                <Button icon={FolderOpen} onClick={() => void choose()}>
                  Choose…
                </Button>
              ) : null}
            </div>
          </>
        );
      }}
    </WithSettings>
  );
}
