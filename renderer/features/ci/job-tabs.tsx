import { FileArchive, FlaskConical, SquareTerminal } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import layout from "../../ui/layout.module.css";
import { TabLinks } from "../../ui/tab-links.tsx";
import { AppLink } from "../addresses/app-link.tsx";
import { hrefs } from "../addresses/hrefs.ts";
import styles from "./job-page.module.css";

const tabs = [
  { name: "log", label: "Log", icon: SquareTerminal },
  { name: "artifacts", label: "Artifacts", icon: FileArchive },
  { name: "tests", label: "Tests", icon: FlaskConical },
] as const;

export interface JobTabsProps {
  readonly account: string;
  readonly project: string;
  readonly job: number;
  readonly current: (typeof tabs)[number]["name"];
}

/** The parts of a job: its log, its artifacts, and its test report; `children` are details of the shown one. */
export function JobTabs({
  account,
  project,
  job,
  current,
  children,
}: JobTabsProps & { readonly children?: ReactNode }) {
  return (
    <TabLinks label="Job">
      {tabs.map(({ name, label, icon }) => (
        <AppLink
          key={name}
          href={name === "log" ? hrefs.job(account, project, job) : hrefs.jobTab(account, project, job, name)}
          aria-current={name === current ? "page" : undefined}
        >
          <Icon of={icon} size={14} />
          {label}
        </AppLink>
      ))}
      {children ? (
        <span className={cx(layout.small, layout.ellipsis, styles.details)}>{children}</span>
      ) : null}
    </TabLinks>
  );
}
