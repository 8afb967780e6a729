import type { NotificationLevel } from "../../../../shared/api/resources/notification-settings.ts";
import { notificationLevels } from "../../../../shared/api/resources/notification-settings.ts";
import { Select } from "../../../ui/select.tsx";
import { type EffectiveLevel, inheritedText, levelOptions, type NotificationScope } from "./levels.ts";

interface LevelSelectProps {
  readonly scope: NotificationScope;
  readonly name: string;
  readonly level: string;
  readonly inherited: EffectiveLevel | null;
  readonly onChange: (level: NotificationLevel) => void;
}

/** The level of one scope, with what each level means. */
export function LevelSelect({ scope, name, level, inherited, onChange }: LevelSelectProps) {
  const choose = (value: string) => {
    const chosen = notificationLevels.find((each) => each === value);
    if (chosen && chosen !== level) onChange(chosen);
  };
  return (
    <Select
      label={`Level of ${name}`}
      hideLabel
      size="s"
      value={level}
      onChange={choose}
      options={levelOptions(scope, level, inherited && inheritedText(inherited))}
    />
  );
}
