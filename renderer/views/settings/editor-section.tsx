import { savePreferences } from "../../features/preferences/save-preferences.ts";
import { usePreferences } from "../../state/preferences.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Switch } from "../../ui/switch.tsx";
import { NumberSetting } from "./number-setting.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

export function EditorSection() {
  const { codeSize, wordWrap, minimap, showWhitespace, diff } = usePreferences();
  return (
    <>
      <NumberSetting
        title="Code size"
        description="Files, diffs and logs."
        unit="px"
        value={codeSize}
        min={10}
        max={24}
        onChange={(next) => savePreferences({ codeSize: next })}
      />
      <SettingRow title="Diffs" description="One column, or old and new side by side.">
        <SegmentedControl
          label="Diffs"
          value={diff}
          onChange={(next) => savePreferences({ diff: next })}
          options={[
            { value: "unified", label: "Unified" },
            { value: "split", label: "Split" },
          ]}
        />
      </SettingRow>
      <div className={styles.switches}>
        <Switch
          label="Wrap long lines"
          description="Instead of scrolling sideways."
          checked={wordWrap}
          onChange={(next) => savePreferences({ wordWrap: next })}
        />
        <Switch
          label="Minimap"
          description="An overview of the file at the right of the editor."
          checked={minimap}
          onChange={(next) => savePreferences({ minimap: next })}
        />
        <Switch
          label="Show whitespace"
          description="Spaces and tabs as faint marks."
          checked={showWhitespace}
          onChange={(next) => savePreferences({ showWhitespace: next })}
        />
      </div>
    </>
  );
}
