import { Link } from "@tanstack/react-router";
import { FileArchive, FlaskConical, SquareTerminal } from "lucide-react";
import { Icon } from "../../ui/icon.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";

const tabs = [
  { name: "log", label: "Log", to: "/a/$account/p/$project/jobs/$job", icon: SquareTerminal },
  {
    name: "artifacts",
    label: "Artifacts",
    to: "/a/$account/p/$project/jobs/$job/artifacts",
    icon: FileArchive,
  },
  { name: "tests", label: "Tests", to: "/a/$account/p/$project/jobs/$job/tests", icon: FlaskConical },
] as const;

interface JobTabsProps {
  readonly account: string;
  readonly project: string;
  readonly job: number;
  readonly current: (typeof tabs)[number]["name"];
}

/** The parts of a job: its log, what it left, and its test report. */
export function JobTabs({ account, project, job, current }: JobTabsProps) {
  return (
    <TabLinks label="Job">
      {tabs.map(({ name, label, to, icon }) => (
        <Link
          key={name}
          to={to}
          params={{ account, project, job: String(job) }}
          // The log's address is the beginning of the others'.
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={name === current ? "page" : undefined}
        >
          <Icon of={icon} size={14} />
          {label}
        </Link>
      ))}
    </TabLinks>
  );
}
