import { ServerCog } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { FleetScope } from "./filter/fleet-scope.ts";

interface NoRunnersProps {
  readonly isFiltered: boolean;
  readonly kind: FleetScope["kind"];
  readonly onClear: () => void;
}

const why = {
  all: "Register a runner, and it appears here.",
  owned: "You see the runners of projects that you maintain and of groups that you own.",
  project: "Neither the instance, a group nor the project itself has a runner for its jobs.",
} as const;

export const NoRunners = ({ isFiltered, kind, onClear }: NoRunnersProps) =>
  isFiltered ? (
    <EmptyState
      icon={ServerCog}
      title="No runner matches"
      description="Try different words or fewer filters."
      actions={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState icon={ServerCog} title="No runners" description={why[kind]} />
  );
