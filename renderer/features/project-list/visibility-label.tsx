import { Globe, Lock, Shield } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";

const looks = {
  private: { icon: Lock, label: "Private", title: "Only those who were given access" },
  internal: { icon: Shield, label: "Internal", title: "Everyone who is signed in to the service" },
  public: { icon: Globe, label: "Public", title: "Everyone" },
} as const;

interface VisibilityLabelProps {
  readonly value: string | undefined;
  /** Whether a narrow window has only the mark. */
  readonly folds?: boolean;
}

/** Visibility of a project or group, as a word with its mark. */
export function VisibilityLabel({ value, folds = false }: VisibilityLabelProps) {
  const look = looks[value as keyof typeof looks];
  if (!look) return null;
  return (
    <Badge icon={look.icon} title={look.title} folds={folds}>
      {look.label}
    </Badge>
  );
}
