import { Globe, Lock, Shield } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";

const looks = {
  private: { icon: Lock, label: "Private", title: "Only those who were given access" },
  internal: { icon: Shield, label: "Internal", title: "Everyone who is signed in to the service" },
  public: { icon: Globe, label: "Public", title: "Everyone" },
} as const;

/** Visibility of a project or group, as a word with its mark. */
export function VisibilityLabel({ value }: { readonly value: string | undefined }) {
  const look = looks[value as keyof typeof looks];
  if (!look) return null;
  return (
    <Badge icon={look.icon} title={look.title}>
      {look.label}
    </Badge>
  );
}
