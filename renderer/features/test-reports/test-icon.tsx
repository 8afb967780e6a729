import { CircleCheck, CircleChevronRight, CircleX, TriangleAlert } from "lucide-react";
import type { TestStatus } from "../../../shared/ci/junit/test-result.ts";
import { Icon, type IconType } from "../../ui/marks/icon.tsx";
import { cx } from "../../ui/theme/class-names.ts";
import styles from "./test-icon.module.css";

/** Words and icons of the states of tests, those that need attention first. */
export const testStatusLabels: Readonly<
  Record<TestStatus, { readonly word: string; readonly icon: IconType }>
> = {
  failed: { word: "Failed", icon: CircleX },
  error: { word: "Error", icon: TriangleAlert },
  skipped: { word: "Skipped", icon: CircleChevronRight },
  passed: { word: "Passed", icon: CircleCheck },
};

/** The state of a test as an icon, with its word for assistive technology. */
export function TestIcon({ status, size = 16 }: { readonly status: TestStatus; readonly size?: number }) {
  const { word, icon } = testStatusLabels[status];
  return (
    <span className={cx(styles.icon, styles[status])}>
      <Icon of={icon} size={size} label={word} />
    </span>
  );
}
