import { Contrast, Monitor, Moon, Sun } from "lucide-react";
import { savePreferences } from "../../features/preferences/save-preferences.ts";
import { usePreferences } from "../../state/preferences.ts";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { NumberSetting } from "./number-setting.tsx";
import { SettingRow } from "./setting-row.tsx";

export function AppearanceSection() {
  const { theme, density, motion, font, fontSize } = usePreferences();
  return (
    <>
      <SettingRow title="Theme" description="Follows your system theme.">
        <SegmentedControl
          label="Theme"
          value={theme}
          onChange={(next) => savePreferences({ theme: next })}
          options={[
            { value: "system", label: "System", icon: Monitor },
            { value: "light", label: "Light", icon: Sun },
            { value: "dark", label: "Dark", icon: Moon },
            { value: "contrast", label: "High contrast", icon: Contrast },
          ]}
        />
      </SettingRow>
      <SettingRow title="Density" description="Spacing of lists and controls.">
        <SegmentedControl
          label="Density"
          value={density}
          onChange={(next) => savePreferences({ density: next })}
          options={[
            { value: "comfortable", label: "Comfortable" },
            { value: "compact", label: "Compact" },
          ]}
        />
      </SettingRow>
      <SettingRow title="Font" description="Inter is part of Helve and looks the same on every system.">
        <SegmentedControl
          label="Font"
          value={font}
          onChange={(next) => savePreferences({ font: next })}
          options={[
            { value: "inter", label: "Inter" },
            { value: "system", label: "System" },
          ]}
        />
      </SettingRow>
      <NumberSetting
        title="Text size"
        description="Applies to everything except code."
        unit="px"
        value={fontSize}
        min={11}
        max={20}
        onChange={(next) => savePreferences({ fontSize: next })}
      />
      <SettingRow title="Motion" description="Reduced motion removes animations.">
        <SegmentedControl
          label="Motion"
          value={motion}
          onChange={(next) => savePreferences({ motion: next })}
          options={[
            { value: "system", label: "System" },
            { value: "reduced", label: "Reduced" },
            { value: "full", label: "Full" },
          ]}
        />
      </SettingRow>
    </>
  );
}
